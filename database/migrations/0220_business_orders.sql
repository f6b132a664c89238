-- Affiliates, partners and vouchers in the orders in which an organiser looks at them. What each brought is counted as it
-- changes, so that a list of the best reads an index and not every sale.
alter table affiliates add column sales integer not null default 0;
alter table partners add column validated_vouchers integer not null default 0;

create function count_affiliate_sale() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.kind = 'sale' then
    update affiliates set sales = sales - 1 where id = old.affiliate_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.kind = 'sale' then
    update affiliates set sales = sales + 1 where id = new.affiliate_id;
  end if;
  return null;
end $$;
create trigger affiliate_commissions_counted after insert or delete or update of affiliate_id, kind on affiliate_commissions
  for each row execute function count_affiliate_sale();

create function count_validated_voucher() returns trigger language plpgsql as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.validated_at is not null then
    update partners set validated_vouchers = validated_vouchers - 1 where id = old.partner_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.validated_at is not null then
    update partners set validated_vouchers = validated_vouchers + 1 where id = new.partner_id;
  end if;
  return null;
end $$;
create trigger service_vouchers_counted after insert or delete or update of partner_id, validated_at on service_vouchers
  for each row execute function count_validated_voucher();

update affiliates set sales = counted.sales
from (select affiliate_id, count(*) as sales from affiliate_commissions where kind = 'sale' group by affiliate_id) as counted
where counted.affiliate_id = affiliates.id;
update partners set validated_vouchers = counted.validated
from (select partner_id, count(validated_at) as validated from service_vouchers group by partner_id) as counted
where counted.partner_id = partners.id;

create index affiliates_by_sales on affiliates (sales desc, id);
create index partners_by_name on partners (lower(company_name), id);
create index partners_by_vouchers on partners (validated_vouchers desc, id);
create index service_vouchers_by_expiry on service_vouchers (expires_at, id);
create index service_vouchers_last_validated on service_vouchers (validated_at desc, id) where validated_at is not null;
