-- What waits for a person is little among all orders and payments, and the panel asks for it at every view: it is found
-- without reading the rest. No column that changes with each order or payment is in these indexes.
create index if not exists orders_to_review on orders (id) where review_reason is not null;
create index if not exists provider_payments_to_review on provider_payments (created_at)
  where disposition = 'orphan' and reviewed_at is null;
create index if not exists payment_attempts_unknown on payment_attempts (created_at) where state = 'unknown';
create index if not exists refunds_to_review on refunds (created_at)
  where reviewed_at is null and state in ('sending', 'unknown', 'waiting_funds', 'rejected');
create index if not exists webhook_inbox_dead on webhook_inbox (received_at) where status = 'dead' and reviewed_at is null;
