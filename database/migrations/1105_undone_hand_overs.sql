-- A refund in cash whose hand-over was noted by mistake. It stays done, as its cotas have left: the money alone is owed.
alter table refunds
  add column if not exists hand_overs_undone integer not null default 0,
  -- Since when the money is owed again; null: it is not.
  add column if not exists owed_again_since timestamptz,
  add constraint refunds_owed_again check (
    owed_again_since is null or provider = 'cash' and state = 'done' and hand_overs_undone > 0) not valid;
create index if not exists refunds_owed_in_cash on refunds (created_at) where owed_again_since is not null;
