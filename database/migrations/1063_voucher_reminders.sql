-- The expiry of which its winner was reminded: an extended voucher is reminded of again.
alter table service_vouchers add column reminded_of_expiry timestamptz;
