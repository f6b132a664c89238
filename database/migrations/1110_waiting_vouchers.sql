-- Vouchers of a disputed order cannot be used. Their deadline moves on with the time that they wait.
alter table service_vouchers
  add column if not exists is_waiting boolean not null default false,
  -- Up to when the wait has been added to the deadline; null: it never waited.
  add column if not exists waited_until timestamptz,
  add constraint service_vouchers_waiting check (not is_waiting or status = 'pending') not valid;
create index if not exists service_vouchers_waiting on service_vouchers (winner_id) where is_waiting;
