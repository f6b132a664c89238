-- Friends who buy cotas of a rifa together. Each part is an ordinary order of the person who took it.
create table group_purchases (
  id uuid primary key,
  -- Unguessable: it alone opens the group's page.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{16,64}$'),
  rifa_id uuid not null references rifas on delete restrict,
  starter_id uuid not null references profiles on delete restrict,
  name text not null check (length(name) between 1 and 40),
  parts integer not null check (parts between 2 and 20),
  -- Of each part: cotas paid for, the plan, and the price without discounts.
  quantity integer not null check (quantity > 0),
  tier text,
  part_amount numeric(12, 2) not null check (part_amount > 0),
  deadline timestamptz not null,
  created_at timestamptz not null,
  -- Set when the starter's part is paid: friends take parts from then on.
  opened_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('complete', 'deadline', 'starter', 'unpaid', 'refunded', 'rifa')),
  -- Parts that were free at the end.
  unsold_parts integer not null default 0,
  constraint group_purchases_end check ((ended_at is null) = (end_reason is null))
);
create index group_purchases_open on group_purchases (rifa_id) where ended_at is null;
create index group_purchases_due on group_purchases (deadline) where ended_at is null;
create index group_purchases_starter on group_purchases (starter_id, created_at desc);

create table group_purchase_parts (
  id uuid primary key,
  group_id uuid not null references group_purchases on delete cascade,
  -- 1-based; the first is the starter's.
  part_no integer not null check (part_no >= 1),
  numbers integer[] not null check (cardinality(numbers) > 0),
  -- The part holds the numbers itself: they are reserved, and no order has them.
  is_free boolean not null,
  -- The latest order of the part, unless it is free again.
  order_id uuid unique references orders deferrable initially deferred,
  unique (group_id, part_no),
  constraint group_purchase_parts_one_holder check (not (is_free and order_id is not null))
);

alter table orders add column group_part_id uuid references group_purchase_parts;
-- Two orders of one part never hold its numbers.
create unique index orders_one_live_per_part on orders (group_part_id)
  where group_part_id is not null and status in ('pending', 'paid');
create index orders_group_part on orders (group_part_id) where group_part_id is not null;
