-- When the shop wrote the entry: later than `created_at` if it heard of the money late. Null for entries of before.
alter table ledger_entries add column recorded_at timestamptz;
