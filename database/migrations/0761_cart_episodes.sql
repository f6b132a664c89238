-- A buyer may come back to a rifa: each recovered cart stays, at most one is open.
alter table abandoned_cart_tracking
  drop constraint abandoned_cart_tracking_pkey,
  add column id bigint generated always as identity primary key;
create unique index abandoned_cart_tracking_open on abandoned_cart_tracking (user_id, rifa_id) where recovered_at is null;
create index abandoned_cart_tracking_person on abandoned_cart_tracking (user_id) where recovered_at is not null;
