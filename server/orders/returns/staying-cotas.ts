import { sql } from 'kysely';

/** How many cotas of an order its buyer has: of a paid order those that stay, of others as ordered. For queries of `orders`. */
export const stayingCotas = sql<number>`case when orders.status = 'paid' then coalesce((
  select sum(line.quantity)::int from order_items line where line.order_id = orders.id), 0)
  else orders.quantity end`;
