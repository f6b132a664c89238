create table orders (
  id uuid primary key,
  -- Unguessable: it alone opens the order's page.
  external_reference text not null unique check (external_reference ~ '^[A-Za-z0-9_-]{16,64}$'),
  user_id uuid not null references profiles on delete restrict,
  -- The browser's Idempotency-Key: the same click twice is one order.
  client_request_id text not null check (length(client_request_id) between 8 and 128),
  -- The first line's rifa; the lines stand in order_items.
  rifa_id uuid not null references rifas on delete restrict,
  quantity integer not null check (quantity > 0),
  total_amount numeric(12, 2) not null check (total_amount > 0),
  total_price numeric(12, 2) generated always as (total_amount) stored,
  customer jsonb not null,
  status text not null default 'pending'
    check (status in ('pending', 'paid', 'cancelled', 'failed', 'refunded', 'charged_back')),
  payment_status text not null generated always as (
    case status when 'refunded' then 'cancelled' when 'charged_back' then 'failed' else status end) stored,
  hold_expires_at timestamptz not null,
  -- Set when the hold ends: from then on no new attempt to pay, and the numbers go back once nothing can be paid.
  closing_at timestamptz,
  paid_at timestamptz,
  disputed_at timestamptz,
  review_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (user_id, client_request_id),
  constraint orders_paid_at check ((status in ('paid', 'refunded', 'charged_back')) = (paid_at is not null))
) with (fillfactor = 80);
create index orders_user on orders (user_id, created_at desc);
create index orders_created on orders (created_at desc);
create index orders_expiring on orders (hold_expires_at) where status = 'pending' and closing_at is null;
create index orders_closing on orders (closing_at) where status = 'pending' and closing_at is not null;

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references orders on delete cascade,
  -- 1-based, as in the cart.
  line_no integer not null default 1 check (line_no >= 1),
  rifa_id uuid not null references rifas on delete restrict,
  -- Cotas in all, and how many of them are a plan's free bonus.
  quantity integer not null check (quantity > 0),
  bonus_quantity integer not null default 0 check (bonus_quantity between 0 and quantity),
  unit_price numeric(12, 2) not null check (unit_price > 0),
  total_amount numeric(12, 2) not null check (total_amount >= 0),
  selected_numbers integer[] not null,
  constraint order_items_holds_its_numbers check (cardinality(selected_numbers) = quantity)
);
create index order_items_order on order_items (order_id);
create index order_items_rifa on order_items (rifa_id);

-- Every change of an order's state, append only.
create table order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references orders on delete cascade,
  kind text not null,
  from_status text,
  to_status text,
  source text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index order_events_order on order_events (order_id, id);
