-- Counts of cotas sold by hand read only these.
create index provider_payments_cash on provider_payments (order_id) where provider = 'cash';
