-- Cotas that go back while the rest of their order stays. `order_items` holds what an order still has: once the refund is
-- made, the numbers leave it, and stay here.
create table returned_cotas (
  refund_id uuid not null references refunds,
  order_id uuid not null references orders on delete cascade,
  line_no integer not null,
  rifa_id uuid not null,
  numbers integer[] not null check (cardinality(numbers) > 0),
  -- What these cotas cost, and how much of it this refund gives back.
  value numeric(12, 2) not null check (value >= 0),
  amount numeric(12, 2) not null check (amount between 0 and value),
  created_at timestamptz not null default now(),
  -- The ledger has this refund on the account of its rifa.
  booked_at timestamptz,
  -- The numbers are free again.
  released_at timestamptz,
  primary key (refund_id, line_no)
);
create index returned_cotas_order on returned_cotas (order_id);
create index returned_cotas_rifa on returned_cotas (rifa_id);

-- Reais of `total_amount` that went back with returned cotas.
alter table orders add column returned_amount numeric(12, 2) not null default 0;
