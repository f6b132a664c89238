-- Sums of the stored payments by the day on which they were first read, so that the hourly check of the ledger need not sum
-- all of them. The triggers add what a statement changed to payment_changes, in its transaction; the check adds those to
-- payment_days. Both together are thus exact in every snapshot. A slow pass recomputes some days at each check.
create index provider_payments_created on provider_payments (created_at);

create table payment_days (
  -- UTC.
  day date primary key,
  -- Centavos that providers hold; cash is not theirs.
  held bigint not null,
  -- Centavos that belong to buyers: payments that settle no order.
  owed bigint not null,
  -- Sum of `payment_digest` of the payments.
  digest numeric not null,
  verified_at timestamptz not null,
  -- Since when the payments are not those that were summed; null: they are.
  differs_since timestamptz
);
create index payment_days_verified on payment_days (verified_at);

create table payment_changes (
  id bigint generated always as identity primary key,
  day date not null,
  held bigint not null,
  owed bigint not null,
  digest numeric not null
);

create function payment_held(provider text, disposition text, state text, amount numeric, refunded numeric)
returns bigint language sql immutable return
  case when provider <> 'cash' and disposition in ('settles', 'late', 'duplicate', 'mismatch', 'void')
    and state in ('approved', 'disputed') then ((amount - refunded) * 100)::bigint else 0 end;

create function payment_owed(disposition text, state text, amount numeric, refunded numeric)
returns bigint language sql immutable return
  case when disposition in ('late', 'duplicate', 'mismatch') and state in ('approved', 'disputed')
    then ((amount - refunded) * 100)::bigint else 0 end;

-- Changes with each column that says what the payment means and how much it is.
create function payment_digest(
  provider text, payment_id text, order_id uuid, disposition text, state text, currency text, amount numeric, refunded numeric
) returns bigint language sql immutable return
  ('x' || left(encode(sha256(convert_to(
    provider || E'\t' || payment_id || E'\t' || coalesce(order_id::text, '') || E'\t' || disposition || E'\t' || state
      || E'\t' || currency || E'\t' || amount::text || E'\t' || refunded::text, 'UTF8')), 'hex'), 15))::bit(60)::bigint;

create function record_payment_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into payment_changes (day, held, owed, digest)
    select (created_at at time zone 'UTC')::date,
      sum(payment_held(provider, disposition, state, amount, refunded)),
      sum(payment_owed(disposition, state, amount, refunded)),
      sum(payment_digest(provider, payment_id, order_id, disposition, state, currency, amount, refunded))
    from new_payments group by 1;
  elsif tg_op = 'DELETE' then
    insert into payment_changes (day, held, owed, digest)
    select (created_at at time zone 'UTC')::date,
      -sum(payment_held(provider, disposition, state, amount, refunded)),
      -sum(payment_owed(disposition, state, amount, refunded)),
      -sum(payment_digest(provider, payment_id, order_id, disposition, state, currency, amount, refunded))
    from old_payments group by 1;
  else
    insert into payment_changes (day, held, owed, digest)
    select day, sum(held), sum(owed), sum(digest) from (
      select (created_at at time zone 'UTC')::date as day,
        payment_held(provider, disposition, state, amount, refunded) as held,
        payment_owed(disposition, state, amount, refunded) as owed,
        payment_digest(provider, payment_id, order_id, disposition, state, currency, amount, refunded) as digest
      from new_payments
      union all
      select (created_at at time zone 'UTC')::date,
        -payment_held(provider, disposition, state, amount, refunded),
        -payment_owed(disposition, state, amount, refunded),
        -payment_digest(provider, payment_id, order_id, disposition, state, currency, amount, refunded)
      from old_payments
    ) as changed
    group by day having sum(held) <> 0 or sum(owed) <> 0 or sum(digest) <> 0;
  end if;
  return null;
end $$;

create trigger provider_payments_inserted after insert on provider_payments
  referencing new table as new_payments for each statement execute function record_payment_changes();
create trigger provider_payments_updated after update on provider_payments
  referencing old table as old_payments new table as new_payments
  for each statement execute function record_payment_changes();
create trigger provider_payments_deleted after delete on provider_payments
  referencing old table as old_payments for each statement execute function record_payment_changes();
