-- Result of the latest comparison of the ledger with orders, payments and providers, entry by entry.
create table ledger_proof (
  only_row boolean primary key default true check (only_row),
  proved_at timestamptz not null,
  report jsonb not null
);
