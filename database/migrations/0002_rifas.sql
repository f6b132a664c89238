create table rifas (
  id uuid primary key default gen_random_uuid(),
  title text not null check (title <> ''),
  description text not null default '',
  image text not null default '',
  price numeric(12, 2) not null check (price > 0),
  total_numbers integer not null check (total_numbers between 2 and 10000000),
  -- For display: brought up to date from rifa_counters within a second of a sale.
  sold_numbers integer not null default 0,
  draw_date timestamptz not null,
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'active', 'closed', 'completed', 'cancelled')),
  min_per_order integer not null default 1 check (min_per_order >= 1),
  max_per_order integer not null default 1000,
  eligible_cities text[] not null default array[
    'Maceió', 'Rio Largo', 'Marechal Deodoro', 'Pilar', 'São Miguel dos Campos', 'Barra de São Miguel',
    'Barra de Santo Antônio', 'Messias', 'Satuba', 'Coqueiro Seco', 'Santa Luzia do Norte', 'Paripueira'],
  published_at timestamptz,
  created_at timestamptz not null default now(),
  constraint rifas_sold_within_total check (sold_numbers between 0 and total_numbers),
  constraint rifas_order_limits check (max_per_order >= min_per_order)
);
create index rifas_listed on rifas (status, created_at desc);

create table rifa_prizes (
  id uuid primary key default gen_random_uuid(),
  rifa_id uuid not null references rifas on delete cascade,
  position integer not null check (position >= 1),
  name text not null,
  description text,
  image text,
  value numeric(12, 2) check (value >= 0),
  prize_type text not null default 'product' check (prize_type in ('product', 'service')),
  service_city text,
  service_state text,
  unique (rifa_id, position)
);

-- The secret that orders a rifa's numbers. Apart from rifas, so that no query for the shop window can carry it along.
create table rifa_secrets (
  rifa_id uuid primary key references rifas on delete cascade,
  number_key bytea not null check (octet_length(number_key) >= 16)
);

-- Which positions are taken: 1,024 to a row. A position becomes a number through the rifa's keyed permutation.
-- The first check makes a double sale impossible: setting a bit that is already set leaves the count one too high.
create table number_pages (
  rifa_id uuid not null references rifas on delete cascade,
  page_no integer not null check (page_no >= 0),
  size integer not null check (size between 1 and 1024),
  taken bit(1024) not null default repeat('0', 1024)::bit(1024),
  taken_count integer not null default 0,
  is_open boolean generated always as (taken_count < size) stored,
  primary key (rifa_id, page_no),
  constraint number_taken_once check (taken_count = bit_count(taken)),
  constraint number_pages_within_size check (taken_count between 0 and size)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 50);
create index number_pages_open on number_pages (rifa_id, page_no) where is_open;

-- Striped, so that buyers of one rifa do not queue on one row: sum over the stripes.
create table rifa_counters (
  rifa_id uuid not null references rifas on delete cascade,
  stripe smallint not null,
  sold integer not null default 0,
  reserved integer not null default 0,
  primary key (rifa_id, stripe)
) with (fillfactor = 50);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);
insert into settings (key, value) values (
  'purchase_tiers',
  '{"tier1": {"name": "Bronze", "quantity": 5, "bonus_percentage": 20},
    "tier2": {"name": "Prata", "quantity": 10, "bonus_percentage": 20},
    "tier3": {"name": "Ouro", "quantity": 20, "bonus_percentage": 25}}');
