-- A sign-up that waits for its mail to be confirmed. An address may have several, each with its own password, data and
-- token; the account comes into being with the one whose token is used.
create table auth.sign_ups (
  id uuid primary key,
  email text not null,
  -- Null: a password is chosen after the link.
  password_hash text,
  user_metadata jsonb not null default '{}',
  -- The account that this sign-up opened.
  user_id uuid references auth.users on delete cascade,
  created_at timestamptz not null,
  constraint sign_ups_email_lower check (email = lower(email))
);
create index sign_ups_email on auth.sign_ups (email);
create index sign_ups_user on auth.sign_ups (user_id);
create index sign_ups_age on auth.sign_ups (created_at);

-- A token belongs to an account or to a sign-up.
alter table auth.one_time_tokens
  alter column user_id drop not null,
  add column sign_up_id uuid references auth.sign_ups on delete cascade,
  add constraint one_time_tokens_owner check (num_nonnulls(user_id, sign_up_id) = 1);
create index one_time_tokens_sign_up on auth.one_time_tokens (sign_up_id);

-- Hash of the cookie of the browser that asked to link an identity: no other browser may finish.
alter table auth.flow_states add column browser_hash bytea;
