-- The cart that an order was made of: 'cart', or the id of the rifa whose purchase screen made it. Null for orders
-- without a quote. Two tabs or devices cannot both reserve for one cart.
alter table orders add column cart_key text;

create unique index orders_one_open on orders (user_id, cart_key)
  where status = 'pending' and closing_at is null and cart_key is not null;
