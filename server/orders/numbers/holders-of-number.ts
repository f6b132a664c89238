/** The order lines that hold a number, through the index of lines by their pages of numbers. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { pageOf } from '@mare/domain/numbers/number-page.ts';
import { findPosition } from '@mare/domain/numbers/number-permutation.ts';
import { pageKey } from '@mare/domain/numbers/page-key.ts';

/**
 * A subquery of lines, with their order and rifa. Lines whose pages are not computed yet are checked one by one.
 * @param rifaId null: every rifa that is not drawn yet
 */
export async function linesWithNumber(
  db: Kysely<DB>,
  number: number,
  rifaId: string | null,
): Promise<RawBuilder<{ orderId: string; lineNo: number }>> {
  const rifas = await db
    .selectFrom('rifas')
    .leftJoin('rifaSecrets', 'rifaSecrets.rifaId', 'rifas.id')
    .select(['rifas.id', 'rifas.totalNumbers as total', 'rifaSecrets.numberKey as key'])
    .where('rifas.totalNumbers', '>=', number)
    .$if(rifaId === null, (query) => query.where('rifas.status', 'in', ['active', 'closed']))
    .$if(rifaId !== null, (query) => query.where('rifas.id', '=', rifaId!))
    .execute();
  if (rifas.length === 0 || number < 1) return sql`select order_id, line_no from order_items where false`;
  const keys = rifas.flatMap(({ id, key, total }) =>
    key ? [pageKey(id, pageOf(findPosition(key, total, number)))] : [],
  );
  const ids = rifas.map(({ id }) => id);
  return sql`
    select order_id, line_no from (${linesOnPages(ids, keys)}) as line
    where rifa_id = any (${ids}::uuid[]) and selected_numbers @> array[${number}]::integer[]`;
}

/**
 * A subquery of the lines on these pages, and of the lines of these rifas whose pages are not computed yet. Rifas may
 * share keys: compare rifa and number.
 */
export function linesOnPages(rifaIds: readonly string[], keys: readonly number[]): RawBuilder<unknown> {
  // Looks up pages first: the index by rifa would read every line of these rifas.
  return sql`
    select * from (
      select order_id, line_no, rifa_id, selected_numbers from order_items
      where cardinality(cota_pages) = 1 and cota_pages[1] = any (${keys}::bigint[])
      union all
      select order_id, line_no, rifa_id, selected_numbers from order_items
      where cardinality(cota_pages) > 1 and cota_pages && ${keys}::bigint[] offset 0) as on_pages
    union all
    select order_id, line_no, rifa_id, selected_numbers from order_items
    where cota_pages is null and rifa_id = any (${rifaIds}::uuid[])`;
}
