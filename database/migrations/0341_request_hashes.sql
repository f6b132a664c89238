-- SHA-256 of what a request asked for: its Idempotency-Key with another body is rejected.
alter table orders add column request_hash text;
