-- Paid orders are counted by the hour of their payment: the sums of the days on which that differs are made again. One
-- order of each such day is enough.
insert into changed_sales (order_id)
select distinct on (date_trunc('day', created_at, 'UTC')) id from orders
where status = 'paid' and date_trunc('hour', paid_at, 'UTC') <> date_trunc('hour', created_at, 'UTC')
order by date_trunc('day', created_at, 'UTC'), id;
insert into changed_sales (order_id)
select distinct on (date_trunc('day', paid_at, 'UTC')) id from orders
where status = 'paid' and date_trunc('hour', paid_at, 'UTC') <> date_trunc('hour', created_at, 'UTC')
order by date_trunc('day', paid_at, 'UTC'), id;
