-- Result of the last check of the ledger, one row, so that metrics need not sum the whole ledger.
create table ledger_check (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null,
  report jsonb not null
);
