-- contracts: a line's own id was only ever sorted by, and no version in use does so.
-- A line is named by its order and its place there. One index less to write for each order, and none at random places.
create unique index if not exists order_items_line on order_items (order_id, line_no);
alter table order_items
  drop constraint order_items_pkey,
  add constraint order_items_pkey primary key using index order_items_line,
  drop column id;
drop index order_items_order;
