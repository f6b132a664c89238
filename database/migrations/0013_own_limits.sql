-- What people decide about their own buying. A limit that is lowered counts at once, one that is raised or removed a
-- day later; a pause and an exclusion only ever grow.
create table own_limits (
  user_id uuid primary key references profiles on delete cascade,
  monthly_limit numeric(12, 2) check (monthly_limit > 0),
  -- What monthly_limit becomes at next_limit_from; null there means that there will be none.
  next_monthly_limit numeric(12, 2) check (next_monthly_limit > 0),
  next_limit_from timestamptz,
  paused_until timestamptz,
  excluded_until timestamptz,
  updated_at timestamptz not null
);

-- Money that a request being made at this moment is about to spend: of two at once, the second sees the first.
create table spending_claims (
  user_id uuid not null references own_limits on delete cascade,
  client_request_id text not null,
  amount numeric(12, 2) not null check (amount >= 0),
  created_at timestamptz not null,
  primary key (user_id, client_request_id)
);
