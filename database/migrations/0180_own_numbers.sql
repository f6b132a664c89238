-- Somebody who looks their numbers up without an account's password: first a code on its way, then a short session.
-- The row is made alike for everybody; whose orders it opens is filled in where the code is sent, if there is anyone.
create table number_lookups (
  id uuid primary key,
  -- Of the code, once one was sent; null again when it was used.
  code_hash bytea,
  user_ids uuid[] not null default '{}',
  tries integer not null default 0,
  -- Of the session's token, from then on.
  token_hash bytea unique,
  expires_at timestamptz not null
);
create index number_lookups_ended on number_lookups (expires_at);
