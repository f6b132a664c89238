-- Accounts opened by a purchase without a password. E-mail and phone are as the buyer stated them, and prove nothing until a
-- code that was sent there is typed in. auth.users.email and profiles.email stay null until then.
create table express_accounts (
  user_id uuid primary key references profiles on delete cascade,
  email text not null check (email = lower(email)),
  -- Digits with the country code, as in confirmed_phones.
  phone text not null check (phone ~ '^[1-9][0-9]{9,14}$'),
  created_at timestamptz not null,
  -- The contact whose code was typed in first; both null until then.
  confirmed_by text check (confirmed_by in ('email', 'phone')),
  confirmed_at timestamptz,
  check ((confirmed_by is null) = (confirmed_at is null))
);
create index express_accounts_email on express_accounts (email);
create index express_accounts_phone on express_accounts (phone);
create index express_accounts_unconfirmed on express_accounts (created_at) where confirmed_at is null;

-- Codes to enter without a password. A row exists for every request, so that known and unknown contacts look alike.
create table access_codes (
  id uuid primary key,
  -- The caller's own express account, which the code confirms.
  asked_by uuid references profiles on delete cascade,
  -- The account that the code opens; null while no code was sent.
  user_id uuid references profiles on delete cascade,
  -- What the code proves, by where it was sent.
  proves text check (proves in ('email', 'phone')),
  code_hash bytea check (octet_length(code_hash) = 32),
  tries integer not null default 0,
  ends_at timestamptz not null
);
create index access_codes_user_id on access_codes (user_id);
create index access_codes_asked_by on access_codes (asked_by);
create index access_codes_ends_at on access_codes (ends_at);
