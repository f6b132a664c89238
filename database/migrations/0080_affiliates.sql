-- People who bring buyers by their link.
create table affiliates (
  id uuid primary key,
  user_id uuid not null unique references profiles on delete restrict,
  affiliate_code text not null unique check (affiliate_code ~ '^[A-Z0-9]{8}$'),
  -- Share of each sale, 0.05 for 5%. Frozen in every commission when it is earned.
  commission_rate numeric(5, 4) not null default 0.05 check (commission_rate between 0 and 1),
  status text not null default 'active' check (status in ('active', 'suspended')),
  pix_key_type text check (pix_key_type in ('cpf', 'cnpj', 'phone', 'email', 'evp')),
  pix_key text,
  created_at timestamptz not null,
  constraint affiliates_pix_key check ((pix_key is null) = (pix_key_type is null))
);
create index affiliates_latest on affiliates (created_at desc, id);

-- One row a visitor, code and day: a reload counts once.
create table affiliate_clicks (
  id bigint generated always as identity primary key,
  affiliate_code text not null references affiliates (affiliate_code) on delete cascade,
  -- A random mark of the browser, which says nothing of the person.
  visitor_id text not null,
  -- The day in Maceió.
  clicked_on date not null,
  clicked_at timestamptz not null,
  unique (affiliate_code, clicked_on, visitor_id)
);

-- Whose link brought the buyer, frozen when the order is made. Without a reference, as it stands in the way of every
-- new order; an affiliate is never deleted.
alter table orders add column affiliate_id uuid;

-- Money that leaves for affiliates and partners. At most one a beneficiary and month.
create table payouts (
  id uuid primary key,
  affiliate_id uuid references affiliates on delete restrict,
  partner_id uuid,
  -- The 15th on which it was collected.
  period date not null check (extract(day from period) = 15),
  amount numeric(12, 2) not null check (amount > 0),
  status text not null default 'collected' check (status in ('collected', 'approved', 'paid', 'cancelled')),
  -- Frozen at approval, so that a changed key does not send approved money elsewhere.
  pix_key_type text,
  pix_key text,
  approved_by uuid references profiles on delete set null,
  approved_at timestamptz,
  paid_by uuid references profiles on delete set null,
  paid_at timestamptz,
  -- What the bank said of the transfer, e.g. its end-to-end id.
  payment_reference text,
  created_at timestamptz not null,
  constraint payouts_one_beneficiary check (num_nonnulls(affiliate_id, partner_id) = 1),
  constraint payouts_approved check (status not in ('approved', 'paid') or (approved_at is not null and pix_key is not null)),
  constraint payouts_paid check ((status = 'paid') = (paid_at is not null)),
  constraint payouts_affiliate_once unique (affiliate_id, period),
  constraint payouts_partner_once unique (partner_id, period)
);
create index payouts_latest on payouts (period desc, id);

-- What a paid order earns its affiliate, and what a refund or charge-back of it takes back. Both stay: a sale that was
-- taken back after it was paid out leaves a negative amount for the next payout.
create table affiliate_commissions (
  id uuid primary key,
  affiliate_id uuid not null references affiliates on delete restrict,
  order_id uuid not null references orders on delete restrict,
  kind text not null check (kind in ('sale', 'reversal')),
  order_amount numeric(12, 2) not null check (order_amount > 0),
  commission_rate numeric(5, 4) not null,
  commission_amount numeric(12, 2) not null,
  status text not null default 'pending' check (status in ('pending', 'paid')),
  -- When the order was paid, or its money went back.
  confirmed_at timestamptz not null,
  payout_id uuid references payouts on delete restrict,
  created_at timestamptz not null,
  constraint affiliate_commissions_once unique (order_id, kind),
  constraint affiliate_commissions_sign check (case kind when 'sale' then commission_amount >= 0 else commission_amount <= 0 end),
  constraint affiliate_commissions_paid_out check (status = 'pending' or payout_id is not null)
);
create index affiliate_commissions_latest on affiliate_commissions (affiliate_id, confirmed_at desc, id);
create index affiliate_commissions_open on affiliate_commissions (affiliate_id, confirmed_at) where payout_id is null;
create index affiliate_commissions_payout on affiliate_commissions (payout_id) where payout_id is not null;

-- The order that proved the referral; it ends with that order.
alter table referrals add column order_id uuid references orders on delete set null;
create index referrals_order on referrals (order_id) where order_id is not null;
