-- Conditions of coupons. A discount is a percentage or a fixed amount.
alter table coupons
  alter column percent drop not null,
  add column amount_off numeric(12, 2) check (amount_off > 0),
  -- Empty: any.
  add column segments text[] not null default '{}',
  add column rifa_ids uuid[] not null default '{}',
  add column person_ids uuid[] not null default '{}',
  -- Of the cotas at their price, before plans, combos and discounts.
  add column minimum numeric(12, 2) check (minimum > 0),
  add column starts_at timestamptz,
  add column uses_per_person integer not null default 1 check (uses_per_person between 1 and 1000),
  -- Otherwise it replaces the VIP discount.
  add column stacks_with_vip boolean not null default true;
alter table coupons add constraint coupons_discount check (num_nonnulls(percent, amount_off) = 1) not valid;
alter table coupons validate constraint coupons_discount;
update coupons set segments = '{at_risk}', stacks_with_vip = false where code = 'VOLTEI20';

-- Uses per person: replaces coupon_uses, which counts them per account. The key decides concurrent claims.
create table coupon_claims (
  coupon_code text not null references coupons on delete cascade,
  -- A person's id; not a foreign key, because merging accounts moves rows by foreign key.
  person_id uuid not null,
  -- 1-based.
  use_no integer not null check (use_no >= 1),
  user_id uuid not null references profiles on delete cascade,
  client_request_id text not null,
  created_at timestamptz not null,
  primary key (coupon_code, person_id, use_no)
);
create index coupon_claims_request on coupon_claims (user_id, client_request_id);
insert into coupon_claims (coupon_code, person_id, use_no, user_id, client_request_id, created_at)
select coupon_code, person_id, row_number() over (partition by coupon_code, person_id order by coupon_uses.created_at),
  user_id, client_request_id, coupon_uses.created_at
from coupon_uses join profiles on profiles.id = coupon_uses.user_id;
