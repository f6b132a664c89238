-- Coupons of orders that ended unpaid: a late payment claims the coupon again, or goes back.
create table released_coupons (
  order_id uuid primary key references orders on delete cascade,
  coupon_code text not null references coupons on delete cascade,
  released_at timestamptz not null default now()
);
create index released_coupons_age on released_coupons (released_at);
