-- The content of the request that claimed the coupon: another request with the same Idempotency-Key releases it again.
alter table coupon_claims add column request_hash text;
