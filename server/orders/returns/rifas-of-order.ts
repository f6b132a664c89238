/**
 * The rifas of an order in a list, for queries of `orders`. Counts lines like `stayingCotas`: for a paid order those
 * that remain, otherwise all that were ordered.
 */
import { sql } from 'kysely';

const linesOfOrder = sql`
  select line_no, rifa_id from order_items where order_id = orders.id
  union all
  select line_no, rifa_id from returned_cotas
  where order_id = orders.id and released_at is not null and orders.status <> 'paid'`;

/** The rifa of the first line. */
export const firstRifaTitle = sql<string>`(select title from rifas where id = coalesce(
  (select line.rifa_id from (${linesOfOrder}) as line order by line.line_no limit 1), orders.rifa_id))`;

/** Number of rifas. */
export const rifasOfOrder = sql<number>`(
  select count(distinct line.rifa_id)::integer from (${linesOfOrder}) as line)`;
