-- Rare orders are found without reading the others. A cancelled order is not rare.
create index orders_rare_status on orders (status, created_at desc, id) where status in ('failed', 'refunded', 'charged_back');
create index orders_of_affiliate on orders (affiliate_id, created_at desc, id) where affiliate_id is not null;
create index orders_of_high_value on orders (total_amount) where total_amount >= 500;
create index provider_payments_id on provider_payments (payment_id);
