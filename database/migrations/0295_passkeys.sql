-- Passkeys: WebAuthn credentials that sign in without a password.
create table auth.passkeys (
  id uuid primary key,
  user_id uuid not null references auth.users on delete cascade,
  credential_id bytea not null unique,
  -- COSE key.
  public_key bytea not null,
  -- Of the last assertion. Authenticators that sync their keys always send 0.
  sign_count bigint not null,
  transports text[] not null default '{}',
  name text not null,
  last_used_at timestamptz,
  created_at timestamptz not null
);
create index passkeys_user on auth.passkeys (user_id);

-- Deleted when they are used. A registration belongs to a session, a sign-in to a browser.
create table auth.passkey_challenges (
  id uuid primary key,
  challenge bytea not null,
  session_id uuid references auth.sessions on delete cascade,
  browser_hash bytea,
  created_at timestamptz not null,
  check (num_nonnulls(session_id, browser_hash) = 1)
);
create index passkey_challenges_session on auth.passkey_challenges (session_id);
create index passkey_challenges_age on auth.passkey_challenges (created_at);

-- The passkey by which a session began.
alter table auth.sessions add column passkey_id uuid references auth.passkeys on delete set null;
create index sessions_passkey on auth.sessions (passkey_id);
