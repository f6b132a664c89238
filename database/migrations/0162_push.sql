-- The shop's identity towards push services (VAPID, RFC 8292). One for all time: subscriptions are bound to it.
create table push_keys (
  single boolean primary key default true check (single),
  public_key text not null,
  -- Sealed, as the keys of the auth service are.
  private_key bytea not null,
  created_at timestamptz not null
);

create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  endpoint text not null unique,
  p256dh_key text not null,
  auth_key text not null,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index push_subscriptions_user on push_subscriptions (user_id) where active;

-- What has been handed to a push service, or was about to be: taken before the request leaves, so that a worker that
-- dies sends nothing twice.
create table sent_pushes (
  occasion text not null,
  subscription_id uuid not null references push_subscriptions on delete cascade,
  sent_at timestamptz not null,
  primary key (occasion, subscription_id)
);
