-- Filters of the orders list that the whole team uses.
create table order_views (
  name text primary key check (name <> ''),
  -- Of the page's address, without a question mark.
  query text not null,
  updated_by uuid references profiles on delete set null,
  updated_at timestamptz not null
);
create index order_views_by on order_views (updated_by);
