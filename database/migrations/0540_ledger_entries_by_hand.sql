-- Entries of the ledger that two persons post by hand.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in
  ('SEAL_DRAW', 'USE_TYPED_RESULT', 'CANCEL_FROZEN_RIFA', 'REPLACE_WINNER', 'GRANT_ADMIN', 'REFUND_SEALED', 'LEDGER_ENTRY'));
