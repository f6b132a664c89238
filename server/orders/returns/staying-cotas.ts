import { sql } from 'kysely';

/** SQL of an order's number of cotas: without returned ones if it is paid, else as ordered. For queries of `orders`. */
export const stayingCotas = sql<number>`case when orders.status = 'paid' then coalesce((
  select sum(line.quantity)::int from order_items line where line.order_id = orders.id), 0)
  else orders.quantity end`;
