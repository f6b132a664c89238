/** The paid orders that hold given numbers of a rifa, through the pages of numbers. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { pageKeysOf } from '@mare/domain/numbers/page-key.ts';
import { selectTakenNumbers } from './find-taken-numbers.ts';
import { linesOnPages } from './holders-of-number.ts';
import { findPermutations } from './number-permutations.ts';

/** Reads lines only for numbers that are taken, so free numbers cost one row per page. Not for archived rifas. */
export async function findPaidHolders(
  db: Kysely<DB>,
  rifaId: string,
  numbers: readonly number[],
): Promise<{ number: number; orderId: string }[]> {
  if (numbers.length === 0) return [];
  const permutation = (await findPermutations(db, [rifaId])).get(rifaId);
  if (!permutation) return [];
  const taken = await selectTakenNumbers(db, rifaId, numbers, permutation);
  if (taken.length === 0) return [];
  const { rows } = await sql<{ number: number; orderId: string }>`
    -- Materialized: reads only the orders of matching lines.
    with held as materialized (
      select cota.number, line.order_id
      from (${linesOnPages([rifaId], pageKeysOf(rifaId, taken, permutation))}) as line
      cross join lateral unnest(line.selected_numbers) as cota (number)
      where line.rifa_id = ${rifaId} and cota.number = any (${taken}::integer[]))
    select held.number, held.order_id from held
    join orders on orders.id = held.order_id and orders.status = 'paid'`.execute(db);
  return rows;
}
