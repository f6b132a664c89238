-- One try to charge an order. The row is committed before the provider is called, so a crash in between is found.
create table payment_attempts (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  provider text not null,
  kind text not null check (kind in ('hosted', 'pix')),
  idempotency_key text not null unique,
  provider_ref text,
  amount numeric(12, 2) not null check (amount > 0),
  -- What is asked of the provider, kept until it has answered: a retry sends the same bytes under the same key.
  request jsonb,
  state text not null default 'creating'
    check (state in ('creating', 'open', 'unknown', 'closing', 'closed', 'refused')),
  payable_until timestamptz,
  url text,
  sandbox_url text,
  copy_paste text,
  last_error jsonb,
  next_check_at timestamptz,
  last_checked_at timestamptz,
  checks integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_ref)
);
create index payment_attempts_order on payment_attempts (order_id);
create index payment_attempts_due on payment_attempts (next_check_at) where next_check_at is not null;
create index payment_attempts_unanswered on payment_attempts (created_at) where state in ('creating', 'unknown');

-- What the provider last said of each payment.
create table provider_payments (
  provider text not null,
  payment_id text not null,
  order_id uuid references orders on delete restrict,
  external_reference text,
  state text not null check (state in (
    'pending', 'processing', 'approved', 'rejected', 'cancelled', 'refunded', 'disputed', 'charged_back')),
  raw_status text not null,
  raw_detail text,
  amount numeric(12, 2) not null,
  refunded numeric(12, 2) not null default 0,
  currency text not null,
  method text,
  end_to_end_id text,
  approved_at timestamptz,
  provider_updated_at timestamptz not null,
  disposition text not null default 'open'
    check (disposition in ('open', 'settles', 'duplicate', 'late', 'mismatch', 'void', 'orphan')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (provider, payment_id)
);
create unique index one_settling_payment on provider_payments (order_id) where disposition = 'settles';
create unique index one_end_to_end_id on provider_payments (end_to_end_id) where end_to_end_id is not null;
create index provider_payments_order on provider_payments (order_id);

create table webhook_inbox (
  id bigint generated always as identity primary key,
  provider text not null,
  topic text not null,
  resource_id text not null,
  trust text not null check (trust in ('verified', 'unverified')),
  hits integer not null default 1,
  -- A row being read is 'processing', so that a new hint makes a new row and no update is lost. A failed one stays
  -- 'processing' with its lease as the time of the next try.
  status text not null default 'pending' check (status in ('pending', 'processing', 'done', 'dead')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text,
  received_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index webhook_inbox_coalesce on webhook_inbox (provider, topic, resource_id) where status = 'pending';
create index webhook_inbox_due on webhook_inbox (coalesce(leased_until, next_attempt_at))
  where status in ('pending', 'processing');

create table refunds (
  id uuid primary key,
  provider text not null,
  payment_id text not null,
  amount numeric(12, 2) not null check (amount > 0),
  reason text not null,
  idempotency_key text not null unique,
  state text not null default 'requested'
    check (state in ('requested', 'sending', 'unknown', 'waiting_funds', 'done', 'rejected')),
  provider_refund_id text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (provider, payment_id) references provider_payments
);
create index refunds_due on refunds (next_attempt_at) where state not in ('done', 'rejected');

-- Double entry: the rows of one txn_key add up to zero. Positive is a debit.
create table ledger_entries (
  id bigint generated always as identity primary key,
  txn_key text not null,
  account text not null,
  amount numeric(12, 2) not null,
  created_at timestamptz not null default now(),
  unique (txn_key, account)
);
create function ledger_balances() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from ledger_entries where txn_key = new.txn_key) <> 0 then
    raise exception 'ledger transaction % does not add up to zero', new.txn_key using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_entries
  deferrable initially deferred for each row execute function ledger_balances();
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only' using errcode = '23514';
end $$;
create trigger ledger_is_append_only before update or delete on ledger_entries
  for each row execute function ledger_is_append_only();
