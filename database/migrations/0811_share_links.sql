-- The personal link of a person for a rifa, /r/CODE, which shows nothing of the person. The codes of rifas have seven characters.
create table share_links (
  code text primary key check (code ~ '^[A-Z0-9]{8}$'),
  user_id uuid not null references profiles on delete cascade,
  rifa_id uuid not null references rifas on delete cascade,
  created_at timestamptz not null,
  unique (user_id, rifa_id)
);
create index share_links_rifa_id on share_links (rifa_id);

-- One a browser and day in Maceió.
create table share_visits (
  code text not null references share_links on delete cascade,
  visited_on date not null,
  visitor_id text not null,
  primary key (code, visited_on, visitor_id)
);

-- Orders of friends who came by a link. Whether they count depends on the state of the order.
create table share_orders (
  order_id uuid primary key references orders on delete cascade,
  code text not null references share_links on delete cascade,
  created_at timestamptz not null
);
create index share_orders_code on share_orders (code);
