-- A cart filled again while its order waits for payment stays one cart: abandoned_at is when it began, this when it last changed.
-- Null: never since the order.
alter table abandoned_cart_tracking add column refilled_at timestamptz;
