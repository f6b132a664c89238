-- What discounts took off the price, as ordered: [{"kind", "code", "amountCentavos"}]. Null without a discount, and for
-- orders from before this column.
alter table orders add column discounts jsonb;
