/** Finds the rifas that an entry of a statement is about. */
import { sql } from 'kysely';

/**
 * CTEs that need one named `entry` with `id`, `kind`, `order_id`, `order_amount`, and for a reversal `up_to`
 * (refunded total of the order by then) and `returned` (refunded with this reversal). The last CTE, `named`, has the
 * `rifas` of each entry: for a sale all rifas of its order; for a reversal the rifas whose refunds its amount covers;
 * for a reversal that ends the order the remaining rifas; for a refund that left the cotas in the order all of them.
 */
export const rifasOfEntries = sql`
  refund as (
    select payment.order_id, refunds.id, refunds.amount,
      sum(refunds.amount) over (partition by payment.order_id order by refunds.created_at, refunds.id) as up_to
    from provider_payments payment join refunds using (provider, payment_id)
    where payment.disposition = 'settles' and refunds.state = 'done'
      and payment.order_id in (select order_id from entry where kind = 'reversal')
  ), line as (
    select order_id, rifa_id, true as stays from order_items where order_id in (select order_id from entry)
    union
    select order_id, rifa_id, false from returned_cotas
    where order_id in (select order_id from entry) and released_at is not null
  ), of_refund as (
    select entry.id, cotas.rifa_id
    from entry
    join refund on refund.order_id = entry.order_id
      and refund.up_to <= entry.up_to and refund.up_to - refund.amount >= entry.up_to - entry.returned
    join returned_cotas cotas on cotas.refund_id = refund.id
    where entry.up_to < entry.order_amount
  ), of_entry as (
    select id, rifa_id from of_refund
    union
    select entry.id, line.rifa_id from entry join line using (order_id)
    where case
      when entry.kind = 'sale' then true
      when entry.up_to < entry.order_amount then entry.id not in (select id from of_refund)
      else line.stays or entry.returned = entry.up_to end
  ), named as (
    select of_entry.id, string_agg(rifas.title, ', ' order by rifas.title) as rifas
    from of_entry join rifas on rifas.id = of_entry.rifa_id group by 1
  )`;
