-- What is owed for commissions: few entries of a large table.
create index ledger_entries_payable on ledger_entries (account) include (amount)
  where account like 'affiliates_payable:%' or account like 'partners_payable:%';
