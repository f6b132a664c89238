-- Fingerprints of master secrets that are to encrypt here soon: a process whose secret has encrypted here named them as
-- accepted, or the operator declared them. A new secret that was never declared may be a mistyped one.
create table auth.declared_secrets (
  fingerprint bytea primary key,
  salt bytea not null,
  declared_at timestamptz not null
);
