/** SQL of the cotas of paid orders that a list frozen now would leave out. The aliases are `o` for orders, `i` for order_items. */
import { sql } from 'kysely';

/** Why all cotas of an order are excluded; null if they are not. */
export const excludedFor = sql<'dispute' | 'refund' | null>`case
  when o.disputed_at is not null then 'dispute'
  when exists (
    select from provider_payments p
    where p.order_id = o.id and p.disposition = 'settles'
      and p.refunded + coalesce((
        select sum(r.amount) from refunds r
        where r.provider = p.provider and r.payment_id = p.payment_id
          and r.state not in ('done', 'rejected')), 0) >= p.amount) then 'refund'
end`;

/** Numbers of a line that are being refunded; null for none. */
export const returningNumbers = sql<number[] | null>`(
  select array_agg(number) from returned_cotas c
  join refunds r on r.id = c.refund_id cross join lateral unnest(c.numbers) as number
  where c.order_id = i.order_id and c.line_no = i.line_no and c.released_at is null and r.state <> 'rejected')`;
