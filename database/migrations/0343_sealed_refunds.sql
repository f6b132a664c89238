-- Refunds of cotas that are on a frozen list: the money goes back, the cotas stay. Two persons decide.
alter table approvals drop constraint approvals_kind_check;
alter table approvals add constraint approvals_kind_check check (kind in
  ('SEAL_DRAW', 'USE_TYPED_RESULT', 'CANCEL_FROZEN_RIFA', 'REPLACE_WINNER', 'GRANT_ADMIN', 'REFUND_SEALED'));
alter table returned_cotas add column sealed boolean not null default false;
