-- 'Avise-me': who is told, once, when the sales of an announced rifa begin. Either an account or a confirmed address.
create table opening_notices (
  id uuid primary key,
  rifa_id uuid not null references rifas on delete cascade,
  user_id uuid references profiles on delete cascade,
  email text check (email = lower(email)),
  -- SHA-256 of the token in the confirmation mail, which confirms and cancels.
  token_hash bytea,
  created_at timestamptz not null,
  -- Null until the owner of the address confirms it.
  confirmed_at timestamptz,
  notified_at timestamptz,
  constraint opening_notices_owner check ((user_id is null) <> (email is null)),
  unique (rifa_id, user_id),
  unique (rifa_id, email)
);
create unique index opening_notices_token on opening_notices (token_hash) where token_hash is not null;
create index opening_notices_of_user on opening_notices (user_id) where user_id is not null;
create index opening_notices_waiting on opening_notices (rifa_id)
  where confirmed_at is not null and notified_at is null;
