-- Percentages off an order, for who knows the code.
create table coupons (
  code text primary key check (code ~ '^[A-Z0-9]{3,20}$'),
  percent integer not null check (percent between 1 and 90),
  max_uses integer check (max_uses > 0),
  uses integer not null default 0,
  expires_at timestamptz,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint coupons_within_limit check (uses between 0 and coalesce(max_uses, uses))
);
insert into coupons (code, percent) values ('VOLTEI20', 20);

-- Once a buyer: the key decides. Claimed just before the order is written, under the order's own request key, so a use
-- whose order never came to be, or was cancelled, can be told and taken over.
create table coupon_uses (
  coupon_code text not null references coupons on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  client_request_id text not null,
  created_at timestamptz not null,
  primary key (coupon_code, user_id)
);
create index coupon_uses_request on coupon_uses (user_id, client_request_id);
