-- The entries of a ledger transaction are posted by one statement, so each statement is checked at once. Only a transaction
-- that its own rows do not balance is read: the missing half of a damaged one. Before, each row read its transaction again
-- at the commit: six look-ups for each payment.
create function posted_entries_balance() returns trigger language plpgsql as $$
declare
  unbalanced text;
begin
  select txn_key into unbalanced from posted group by txn_key
  having sum(amount) <> 0
    and (select sum(stored.amount) from ledger_entries as stored where stored.txn_key = posted.txn_key) <> 0
  limit 1;
  if found then
    raise exception 'ledger transaction % does not add up to zero', unbalanced using errcode = '23514';
  end if;
  return null;
end $$;
create trigger posted_entries_balance after insert on ledger_entries
  referencing new table as posted for each statement execute function posted_entries_balance();
drop trigger ledger_balances on ledger_entries;
drop function ledger_balances();
