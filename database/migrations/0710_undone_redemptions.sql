-- How often a partner undid the use of a voucher. Each use has its own entries in the ledger.
alter table service_vouchers add column undone smallint not null default 0 check (undone >= 0);

-- Whether the public log says that its prize was delivered: once its use can no longer be undone.
alter table service_vouchers add column delivery_recorded boolean not null default true;
alter table service_vouchers alter column delivery_recorded set default false;
update service_vouchers set delivery_recorded = false where status <> 'validated';
create index service_vouchers_to_record on service_vouchers (validated_at)
  where status = 'validated' and not delivery_recorded;
