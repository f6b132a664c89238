-- What every new order pays for and nothing needs. The lines of an order refer to their rifas; the first of them, kept
-- with the order, need not do so again. The history is only ever written with its order, and read by order.
alter table orders drop constraint orders_rifa_id_fkey;
alter table order_events
  drop constraint order_events_order_id_fkey,
  drop constraint order_events_pkey,
  add primary key (order_id, id);
drop index order_events_order;
