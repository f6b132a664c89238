-- Orders whose sale changed after it was made: their hours and days in the sums of sales and visits are computed again.
create table changed_sales (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade
);
create function record_changed_sale() returns trigger language plpgsql as $$
begin
  insert into changed_sales (order_id) values (new.id);
  return null;
end $$;
-- Payments within the hold are the usual case, and the sums wait for them.
create trigger orders_changed_sale after update of status, returned_amount on orders for each row
  when (old.status <> 'pending'
    and (old.status <> new.status or old.returned_amount <> new.returned_amount))
  execute function record_changed_sale();

-- Sums of earlier changes left these out.
insert into changed_sales (order_id)
select id from orders
where (status in ('refunded', 'charged_back') or returned_amount > 0) and created_at < now() - interval '40 days';
