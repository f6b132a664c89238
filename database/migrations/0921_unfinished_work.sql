-- Metrics and loops find what has not ended without reading the rest.
create index payment_attempts_unfinished on payment_attempts (created_at)
  where state in ('creating', 'open', 'unknown', 'closing');
create index refunds_created on refunds (created_at);
