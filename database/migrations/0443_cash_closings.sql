-- The cash drawer, counted at the end of a day. A closed day stays as it is.
create table cash_closings (
  day date primary key,
  -- Counted at the closing before.
  opening numeric(12, 2) not null check (opening >= 0),
  -- Cash of the ledger since the closing before: sales less money handed back.
  moved numeric(12, 2) not null,
  counted numeric(12, 2) not null check (counted >= 0),
  -- The ledger's balance of cash at the closing.
  ledger_balance numeric(12, 2) not null,
  -- Why more or less was counted than expected.
  reason text check (length(reason) between 5 and 300),
  closed_by uuid not null references profiles,
  closed_at timestamptz not null,
  check (counted = opening + moved or reason is not null)
);

create function keep_cash_closing() returns trigger language plpgsql as $$
begin
  -- Merging accounts moves `closed_by`.
  if tg_op = 'UPDATE' and (to_jsonb(new) - 'closed_by') = (to_jsonb(old) - 'closed_by') then
    return new;
  end if;
  raise exception 'a closed cash day stays as it is' using errcode = '23514';
end $$;
create trigger keep_cash_closing before update or delete on cash_closings
  for each row execute function keep_cash_closing();
