-- A conversion names the order that it counts, which counts once a test and only while it is paid.
alter table ab_test_events add column order_id uuid references orders on delete set null;
create unique index ab_test_events_order on ab_test_events (test_id, order_id) where order_id is not null;
-- Finds the rows of an order that is deleted.
create index ab_test_events_of_order on ab_test_events (order_id) where order_id is not null;
