-- A sign-in under way: begun with a PKCE challenge by a browser, or at another provider.
create table auth.flow_states (
  id uuid primary key,
  user_id uuid references auth.users on delete cascade,
  -- How the session that comes of it was proved, in the words of the amr claim.
  method text not null check (method in ('otp', 'recovery', 'oauth')),
  code_challenge text,
  redirect_to text not null,
  provider text,
  -- Towards the provider: PKCE verifier and nonce, sealed.
  provider_secrets bytea,
  -- The signed-in user who asked to link the identity, and the session they asked from.
  linking_user_id uuid references auth.users on delete cascade,
  auth_code_hash bytea unique,
  code_issued_at timestamptz,
  created_at timestamptz not null
);
create index flow_states_user on auth.flow_states (user_id);
create index flow_states_linking_user on auth.flow_states (linking_user_id);
create index flow_states_age on auth.flow_states (created_at);

-- Links and six-digit codes sent by e-mail; only their hashes are here. The next message of a kind replaces them.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('signup', 'recovery', 'magiclink', 'email_change_new', 'email_change_current')),
  email text not null,
  token_hash bytea not null unique,
  code_hash bytea not null,
  flow_id uuid references auth.flow_states on delete cascade,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  unique (user_id, kind)
);
create index one_time_tokens_flow on auth.one_time_tokens (flow_id);

-- A change of e-mail counts once both addresses have agreed.
alter table auth.users
  add column new_email_accepted boolean not null default false,
  add column current_email_accepted boolean not null default false;

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'phone')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text,
  phone text check ((factor_type = 'phone') = (phone is not null)),
  -- Sealed TOTP secret, and the last time step that was accepted: each works once.
  secret bytea check ((factor_type = 'totp') = (secret is not null)),
  last_step bigint not null default 0,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mfa_factors_user on auth.mfa_factors (user_id);
create unique index mfa_factors_name on auth.mfa_factors (user_id, friendly_name) where friendly_name <> '';
create unique index mfa_factors_phone on auth.mfa_factors (user_id, phone);

-- A challenge belongs to the session that asked for it.
create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  code_hash bytea,
  used_at timestamptz,
  created_at timestamptz not null
);
create index mfa_challenges_factor on auth.mfa_challenges (factor_id);
create index mfa_challenges_session on auth.mfa_challenges (session_id);

-- The factor by which a session reached aal2.
alter table auth.sessions add column factor_id uuid references auth.mfa_factors on delete set null;
create index sessions_factor on auth.sessions (factor_id);

-- Browsers a user has signed in from, to tell of a new one.
create table auth.known_devices (
  user_id uuid not null references auth.users on delete cascade,
  fingerprint bytea not null,
  first_seen_at timestamptz not null,
  primary key (user_id, fingerprint)
);

-- Sign-ins, failures, and changes of password, e-mail, factors and identities.
create table auth.audit_log (
  id bigint generated always as identity primary key,
  user_id uuid references auth.users on delete cascade,
  event text not null,
  ip inet,
  created_at timestamptz not null
);
create index audit_log_user on auth.audit_log (user_id, created_at);
