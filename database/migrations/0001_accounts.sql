-- People. The auth service keeps its own tables in schema auth; what the product knows of a person is profiles.
create schema auth;

create table auth.users (
  id uuid primary key,
  email text,
  phone text,
  password_hash text,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  new_email text,
  email_change_sent_at timestamptz,
  last_sign_in_at timestamptz,
  banned_until timestamptz,
  app_metadata jsonb not null default '{}',
  user_metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_lower check (email = lower(email))
);
create unique index users_email on auth.users (email);

create table auth.identities (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);
create index identities_user on auth.identities (user_id);

create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  -- Refresh tokens are derived from this key and the counter: the table never holds one that could be used.
  refresh_key bytea not null,
  refresh_counter bigint not null default 0,
  refresh_floor bigint not null default 0,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);

create table auth.signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  -- Published first, used for signing from this moment on.
  active_from timestamptz not null,
  retired_at timestamptz,
  created_at timestamptz not null default now()
);

create table profiles (
  id uuid primary key references auth.users on delete cascade,
  name text,
  email text,
  phone text,
  role text not null default 'buyer' check (role in ('buyer', 'support', 'admin')),
  segment text not null default 'new' check (segment in ('new', 'casual', 'regular', 'vip', 'at_risk')),
  city text,
  state text,
  birth_date date,
  cpf text check (cpf ~ '^[0-9]{11}$'),
  total_orders integer not null default 0 check (total_orders >= 0),
  total_spent numeric(12, 2) not null default 0 check (total_spent >= 0),
  total_points integer not null default 0,
  last_activity_at timestamptz,
  created_at timestamptz not null default now()
);
