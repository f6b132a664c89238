-- Sums of ranges of the ledger that no transaction can still add to, so that the hourly check need not read them again. A
-- slow pass recomputes some of them at each check.
create table ledger_segments (
  -- Ids of entries, both included.
  first_id bigint primary key,
  last_id bigint not null check (last_id >= first_id),
  entries integer not null check (entries >= 0),
  -- Centavos by account, positive is a debit; all rifas together.
  sums jsonb not null,
  -- Centavos of receivables and fees in transfers to the bank.
  banked bigint not null,
  -- SHA-256 of the entries in hexadecimal digits.
  digest text not null check (length(digest) = 64),
  closed_at timestamptz not null,
  verified_at timestamptz not null,
  -- Since when the entries are not those that were summed; null: they are.
  differs_since timestamptz
);
create index ledger_segments_verified on ledger_segments (verified_at);
create index ledger_segments_differ on ledger_segments (verified_at) where differs_since is not null;

-- As the last check saw the ledger: its highest id, and the first transaction id that was not assigned yet.
alter table ledger_check
  add column seen_id bigint,
  add column seen_xid text;
