-- Sums of earlier hours left out what banks took back. Hours of the last 40 days are computed again by themselves.
insert into changed_sales (order_id)
select id from orders where status = 'charged_back' and created_at < now() - interval '40 days';
