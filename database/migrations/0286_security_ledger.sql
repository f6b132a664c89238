-- What happened to the security of an account, for its owner to read.
create table auth.security_events (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  event text not null,
  user_agent text,
  -- The /24 or /64 of the address.
  network text,
  created_at timestamptz not null
);
create index security_events_user on auth.security_events (user_id, created_at desc);
create index security_events_age on auth.security_events (created_at);

-- Changes that a mailed link undoes for 48 hours. Payouts of the person wait while one is open.
create table auth.reversible_changes (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  partner_id uuid references partners on delete cascade,
  kind text not null,
  -- What the undo restores.
  before jsonb not null,
  token_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  undone_at timestamptz,
  constraint reversible_changes_owner check (num_nonnulls(user_id, partner_id) = 1)
);
create index reversible_changes_user on auth.reversible_changes (user_id, expires_at);
create index reversible_changes_partner on auth.reversible_changes (partner_id, expires_at);
create index reversible_changes_age on auth.reversible_changes (expires_at);
