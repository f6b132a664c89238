import type { Kysely } from 'kysely';
import type { NumberStates } from '@mare/contract/rifas/rifa-live.ts';
import type { DB } from '@mare/database/schema.ts';
import { NUMBERS_PER_MAP_PAGE } from '@mare/domain/rifas/live/map-page.ts';
import { findTakenNumbers } from '../../orders/numbers/find-taken-numbers.ts';
import { findReservedNumbers } from './live.queries.ts';

/**
 * Reads the page of the map that contains `number`, or the last page if the rifa has fewer numbers.
 * @returns null for a rifa without numbers: a draft, or one that ended long ago
 */
export async function readNumberStates(
  db: Kysely<DB>,
  rifaId: string,
  number: number,
): Promise<NumberStates | null> {
  const rifa = await db
    .selectFrom('rifas')
    .select('totalNumbers')
    .where('id', '=', rifaId)
    .where('publishedAt', 'is not', null)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (!rifa) return null;
  const index = Math.min(number, rifa.totalNumbers) - 1;
  const from = index - (index % NUMBERS_PER_MAP_PAGE) + 1;
  const count = Math.min(NUMBERS_PER_MAP_PAGE, rifa.totalNumbers - from + 1);
  const numbers = Array.from({ length: count }, (_, offset) => from + offset);
  const [taken, reserved] = await Promise.all([
    findTakenNumbers(db, rifaId, numbers),
    findReservedNumbers(db, rifaId, { from, until: from + count }),
  ]);
  if (!taken) return null;
  const [isTaken, isReserved] = [new Set(taken), new Set(reserved)];
  return {
    from,
    states: numbers.map((each) => (!isTaken.has(each) ? 'free' : isReserved.has(each) ? 'reserved' : 'sold')),
  };
}
