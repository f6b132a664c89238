-- A person has one cart, which every device loads. Lines keep whether the buyer picked their numbers, and the bonus that
-- the buyer saw.
alter table anonymous_cart_items
  add column chosen boolean not null default false,
  add column bonus_quantity integer not null default 0 check (bonus_quantity between 0 and 100000);

-- Optimistic locking between devices.
alter table anonymous_cart_sessions add column version integer not null default 1;

update anonymous_cart_sessions older set status = 'expired'
where older.status = 'active' and older.user_id is not null and exists (
  select from anonymous_cart_sessions newer
  where newer.user_id = older.user_id and newer.status = 'active'
    and (newer.last_updated, newer.session_id) > (older.last_updated, older.session_id));

create unique index anonymous_cart_one_per_person on anonymous_cart_sessions (user_id)
  where status = 'active' and user_id is not null;
