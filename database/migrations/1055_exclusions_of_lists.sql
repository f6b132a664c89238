-- Paid cotas that a frozen list left out, and why. What became of a refund or dispute afterwards no longer tells.
create table draw_list_exclusions (
  rifa_id uuid not null references draw_lists deferrable initially deferred,
  order_id uuid not null references orders on delete cascade,
  line_no integer not null,
  reason text not null check (reason in ('dispute', 'refund')),
  numbers integer[] not null check (cardinality(numbers) > 0),
  primary key (rifa_id, order_id, line_no)
);
create index draw_list_exclusions_order on draw_list_exclusions (order_id);

-- Lists of before, as far as events and refunds tell. `updated_at` of a rejected refund is not before its rejection.
insert into draw_list_exclusions (rifa_id, order_id, line_no, reason, numbers)
select rifa_id, order_id, line_no, reason, numbers
from (
  select item.rifa_id, item.order_id, item.line_no,
    case when found.is_disputed then 'dispute' else 'refund' end as reason,
    case when found.is_disputed or found.is_refunded then item.selected_numbers else array(
      select distinct number from returned_cotas as cotas
      join refunds as refund on refund.id = cotas.refund_id cross join lateral unnest(cotas.numbers) as number
      where cotas.order_id = item.order_id and cotas.line_no = item.line_no and not cotas.sealed
        and cotas.created_at <= list.frozen_at and (cotas.released_at is null or cotas.released_at > list.frozen_at)
        and not (refund.state = 'rejected' and refund.updated_at <= list.frozen_at)
        and number = any (item.selected_numbers)
      order by number) end as numbers
  from draw_lists as list
  join order_items as item on item.rifa_id = list.rifa_id
  join orders on orders.id = item.order_id and orders.status = 'paid' and orders.paid_at <= list.frozen_at
  cross join lateral (
    select coalesce((
        select event.kind = 'payment_disputed' from order_events as event
        where event.order_id = orders.id and event.kind in ('payment_disputed', 'dispute_closed')
          and event.created_at <= list.frozen_at
        order by event.id desc limit 1), false) as is_disputed,
      exists (
        select from provider_payments as payment
        where payment.order_id = orders.id and payment.disposition = 'settles'
          and payment.amount <= (
            select sum(refund.amount) from refunds as refund
            where refund.provider = payment.provider and refund.payment_id = payment.payment_id
              and refund.created_at <= list.frozen_at
              and not (refund.state = 'rejected' and refund.updated_at <= list.frozen_at))) as is_refunded
  ) as found
  where list.excluded_numbers > 0
) as line
where cardinality(numbers) > 0;
