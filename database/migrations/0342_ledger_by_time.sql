-- The ledger is append only, so its times ascend: a small index finds a period.
create index ledger_entries_created on ledger_entries using brin (created_at);
