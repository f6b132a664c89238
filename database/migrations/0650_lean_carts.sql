-- A cart is written at each press. Its lines are read by session, or summed over the last day; a block range index serves
-- the sum and is hardly ever written. Sessions of visitors need no entry in the index of users.
create index anonymous_cart_items_day on anonymous_cart_items using brin (added_at) with (pages_per_range = 16);
drop index anonymous_cart_items_added;
create index anonymous_cart_sessions_owner on anonymous_cart_sessions (user_id) where user_id is not null;
drop index anonymous_cart_sessions_user;

-- The foreign key locked the rifa's row for each new line, so buyers of one rifa contended for it. Lines of a deleted rifa
-- are left out when the cart is read, and go with their session.
alter table anonymous_cart_items drop constraint anonymous_cart_items_rifa_id_fkey;

-- Room for updates in place, which write no index entry.
alter table anonymous_cart_sessions set (fillfactor = 80);
alter table anonymous_cart_items set (fillfactor = 80);

-- Tracked carts are rewritten at each press, too, and read by person, or over the last 30 days.
create index abandoned_cart_tracking_day on abandoned_cart_tracking using brin (abandoned_at) with (pages_per_range = 16);
drop index abandoned_cart_tracking_recent;
alter table abandoned_cart_tracking set (fillfactor = 80);
