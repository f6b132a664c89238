-- A request that is repeated is looked for by its key first: with the user first, the planner may walk all the orders
-- of the user instead, which costs more with every order a user makes.
alter table orders
  drop constraint orders_user_id_client_request_id_key,
  add constraint orders_request_once unique (client_request_id, user_id);
