-- Tags of orders, each in a colour of the panel.
create table order_tags (
  name text primary key check (name ~ '^[^[:space:]].{0,38}[^[:space:]]$'),
  colour text not null check (colour in ('neutral', 'sea', 'coral', 'sun', 'success', 'warning', 'danger'))
);
create table tagged_orders (
  order_id uuid not null references orders on delete cascade,
  tag text not null references order_tags on delete cascade,
  primary key (order_id, tag)
);
create index tagged_orders_by_tag on tagged_orders (tag, order_id);
