-- Raised by every change in the panel, so that of two people who save at once the second is told.
alter table coupons add column version integer not null default 1;
create index coupons_newest on coupons (created_at desc, code);
