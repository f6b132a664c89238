-- Fingerprints of the master secrets that encrypt what is stored here, each with a salt of its own. A process that has none of
-- them does not start.
create table auth.known_secrets (
  fingerprint bytea primary key,
  salt bytea not null,
  first_used_at timestamptz not null
);
