-- What affiliates and partners earn, as a setting. A sale earns the rate that was valid when it was paid.
insert into settings (key, value) values ('commissions', '{"affiliateRate": 500, "voucherCentavos": 5000}');

create table commission_terms (
  valid_from timestamptz primary key,
  affiliate_rate numeric(5, 4) not null check (affiliate_rate between 0 and 1),
  voucher_amount numeric(10, 2) not null check (voucher_amount >= 0)
);
insert into commission_terms (valid_from, affiliate_rate, voucher_amount) values ('1970-01-01', 0.05, 50.00);

-- Null: the shop's rate. `commission_rate` is what the version before reads.
alter table affiliates add column own_commission_rate numeric(5, 4)
  check (own_commission_rate between 0 and 1);
update affiliates set own_commission_rate = commission_rate where commission_rate <> 0.05;

-- What the use of a voucher earned its partner, written with the use.
alter table service_vouchers add column commission_amount numeric(10, 2) not null default 50.00
  check (commission_amount >= 0);
