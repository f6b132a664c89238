-- The date on which a winner uses a voucher, agreed with the partner.
alter table service_vouchers
  -- State of domain/partners/booking.ts; null before the first proposal.
  add column booking jsonb,
  -- For optimistic locking.
  add column booking_version integer not null default 0,
  -- Of an agreed date alone.
  add column booked_for timestamptz,
  add column booking_reminded boolean not null default false;

create index service_vouchers_to_remind on service_vouchers (booked_for)
  where status = 'pending' and booked_for is not null and not booking_reminded;
