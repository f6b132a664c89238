-- Businesses that render the services people win.
create table partners (
  id uuid primary key,
  company_name text not null check (company_name <> ''),
  contact_name text not null check (contact_name <> ''),
  email text not null check (email = lower(email)),
  -- Digits with area code, without the country's.
  phone text not null check (phone ~ '^[0-9]{10,11}$'),
  -- Applications wait as pending.
  status text not null default 'pending' check (status in ('pending', 'active', 'inactive', 'rejected')),
  service_types text[] not null check (cardinality(service_types) >= 1),
  city text not null,
  state text not null check (state ~ '^[A-Z]{2}$'),
  message text,
  pix_key_type text check (pix_key_type in ('cpf', 'cnpj', 'phone', 'email', 'evp')),
  pix_key text,
  created_at timestamptz not null,
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz,
  constraint partners_pix_key check ((pix_key is null) = (pix_key_type is null))
);
create unique index partners_email on partners (email) where status <> 'rejected';
create index partners_latest on partners (created_at desc, id);
create index partners_active on partners (city) where status = 'active';

alter table payouts add constraint payouts_partner foreign key (partner_id) references partners on delete restrict;

-- Short sessions of the partner portal; only the token's hash is kept.
create table partner_sessions (
  token_hash bytea primary key,
  partner_id uuid not null references partners on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index partner_sessions_partner on partner_sessions (partner_id);
create index partner_sessions_expiry on partner_sessions (expires_at);

-- One-time codes sent to a partner's e-mail; the next one replaces it.
create table partner_login_codes (
  id uuid primary key,
  partner_id uuid not null unique references partners on delete cascade,
  code_hash bytea not null,
  wrong_tries integer not null default 0,
  expires_at timestamptz not null
);

-- What kind of service a prize is, in the words partners use of theirs; without one, the prize's name is searched.
alter table rifa_prizes add column service_type text;

-- A service somebody won, to be rendered by one partner, once.
create table service_vouchers (
  id uuid primary key,
  partner_id uuid not null references partners on delete restrict,
  -- Null for vouchers of draws held before this site.
  winner_id uuid unique references rifa_winners on delete restrict,
  user_id uuid references profiles on delete set null,
  voucher_code text not null unique check (voucher_code ~ '^[0-9A-HJKMNP-TV-Z]{16}$'),
  service_type text not null,
  prize_name text not null,
  qr_code_data text not null,
  status text not null default 'pending' check (status in ('pending', 'validated', 'expired')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  validated_at timestamptz,
  payout_id uuid references payouts on delete restrict,
  constraint service_vouchers_validated check ((status = 'validated') = (validated_at is not null)),
  constraint service_vouchers_paid_out check (payout_id is null or status = 'validated')
);
create index service_vouchers_partner on service_vouchers (partner_id, created_at desc, id);
create index service_vouchers_user on service_vouchers (user_id, created_at desc);
create index service_vouchers_expiring on service_vouchers (expires_at) where status = 'pending';
create index service_vouchers_validated on service_vouchers (partner_id, validated_at desc) where status = 'validated';
create index service_vouchers_payout on service_vouchers (payout_id) where payout_id is not null;
