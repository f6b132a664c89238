-- Matching a pattern cost a new order as much as an index; the server alone makes references, from its own alphabet.
alter table orders
  drop constraint orders_external_reference_check,
  add constraint orders_external_reference_check check (length(external_reference) between 16 and 64);

-- A rifa that has numbers cannot be deleted. That protects what was sold of it without a look-up for each line sold.
alter table number_pages
  drop constraint number_pages_rifa_id_fkey,
  add constraint number_pages_rifa_id_fkey foreign key (rifa_id) references rifas on delete restrict;
alter table order_items drop constraint order_items_rifa_id_fkey;
