-- Money that went back of paid orders while its cotas stayed was not counted as returned, neither of the order nor of what
-- its buyer has spent.
with kept as (
  select o.id, o.user_id,
    p.refunded - coalesce((select sum(c.amount) from returned_cotas c
      where c.order_id = o.id and not c.sealed and c.booked_at is not null), 0) as amount
  from orders o
  join provider_payments p on p.order_id = o.id and p.disposition = 'settles'
  where o.status = 'paid' and p.state not in ('refunded', 'charged_back') and p.refunded > 0
), counted as (
  update orders set returned_amount = returned_amount + kept.amount
  from kept where orders.id = kept.id and kept.amount > 0
)
update profiles set total_spent = total_spent - sums.amount
from (select user_id, sum(amount) as amount from kept where amount > 0 group by user_id) as sums
where profiles.id = sums.user_id;
