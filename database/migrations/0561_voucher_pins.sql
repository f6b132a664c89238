-- The winner of a service confirms its use with a PIN that the QR code does not hold. After a few wrong ones it is locked
-- for a while.
alter table service_vouchers
  add column pin text not null default lpad(floor(random() * 10000)::int::text, 4, '0') check (pin ~ '^[0-9]{4}$'),
  add column pin_failures smallint not null default 0,
  add column pin_locked_until timestamptz;
-- Street and number, as shown on vouchers; the city has its own column.
alter table partners add column address text;
