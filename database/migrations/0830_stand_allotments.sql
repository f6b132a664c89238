-- Numbers that a seller sets aside for a stand without a network. They are taken on the rifa's pages and count as
-- reserved, as those of an unpaid order do.
create table stand_allotments (
  -- Made by the seller's phone: the same request twice is one allotment.
  id uuid primary key,
  seller_id uuid not null references profiles on delete restrict,
  rifa_id uuid not null references rifas on delete restrict,
  -- SHA-256 of the key with which the phone sends its sales, also after the seller signed out.
  send_key_hash bytea not null check (length(send_key_hash) = 32),
  -- As set aside, and those that are neither sold nor returned.
  numbers integer[] not null check (cardinality(numbers) > 0),
  unsold integer[] not null check (unsold <@ numbers),
  -- Prices and plans at that moment: the phone sells by them, and so does the server.
  terms jsonb not null,
  -- The phone stops selling; until ends_at it sends what it sold.
  sell_until timestamptz not null,
  ends_at timestamptz not null check (ends_at > sell_until),
  created_at timestamptz not null,
  ended_at timestamptz,
  end_reason text check (end_reason in ('returned', 'over', 'rifa_closed', 'seller_left', 'ended_by_admin')),
  constraint stand_allotments_end check (
    (ended_at is null) = (end_reason is null) and (ended_at is null or cardinality(unsold) = 0))
);
create index stand_allotments_seller on stand_allotments (seller_id, created_at desc);
create index stand_allotments_rifa on stand_allotments (rifa_id);
create index stand_allotments_open on stand_allotments (ends_at) where ended_at is null;

-- Each sale of a phone became this one order.
create table stand_sales (
  -- Made by the phone.
  id uuid primary key,
  allotment_id uuid not null references stand_allotments on delete restrict,
  order_id uuid not null unique references orders on delete cascade,
  numbers integer[] not null check (cardinality(numbers) > 0),
  paid_with text not null check (paid_with in ('cash', 'pix')),
  -- By the clock of the phone.
  sold_at timestamptz not null,
  created_at timestamptz not null
);
create index stand_sales_allotment on stand_sales (allotment_id);

insert into settings (key, value) values ('stand', '{"maxNumbers": 100}');
