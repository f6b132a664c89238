-- A code that was sent to a phone, one per account. Its hash is keyed; five wrong guesses or ten minutes end it.
create table phone_codes (
  user_id uuid primary key references profiles on delete cascade,
  -- Digits with the country code, as in confirmed_phones.
  phone text not null check (phone ~ '^[1-9][0-9]{9,14}$'),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  tries integer not null default 0,
  sent_at timestamptz not null,
  ends_at timestamptz not null
);

-- The phone of an account whose code was typed in. Accounts of one person may have the same; those of two persons may not,
-- which confirm-phone.ts decides under a lock, because a person changes when accounts are joined.
create table confirmed_phones (
  user_id uuid primary key references profiles on delete cascade,
  phone text not null check (phone ~ '^[1-9][0-9]{9,14}$'),
  confirmed_at timestamptz not null
);
create index confirmed_phones_phone on confirmed_phones (phone);
create index persons_phone on persons (phone_hash) where phone_hash is not null;

-- Whether a further order needs a confirmed phone.
update settings set value = value || '{"confirmedPhone": false}' where key = 'features';
