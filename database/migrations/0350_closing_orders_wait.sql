-- When an order that is being closed is tried next: the lease of the process that closes it, then the backoff.
alter table orders add column closing_next_at timestamptz;
-- Refunds of one payment, read for each refund that is requested or repeated.
create index if not exists refunds_payment on refunds (provider, payment_id);
