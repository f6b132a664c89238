create table anonymous_cart_sessions (
  -- An unguessable secret made by the browser (prefix anon_): who knows it may change the cart.
  session_id text primary key check (session_id ~ '^anon_[A-Za-z0-9_-]{22,64}$'),
  user_id uuid references profiles on delete cascade,
  created_at timestamptz not null default now(),
  last_updated timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  status text not null default 'active' check (status in ('active', 'migrated', 'expired'))
);
create index anonymous_cart_sessions_user on anonymous_cart_sessions (user_id);
create index anonymous_cart_sessions_expiry on anonymous_cart_sessions (expires_at);

create table anonymous_cart_items (
  id uuid primary key,
  session_id text not null references anonymous_cart_sessions on delete cascade,
  rifa_id uuid not null references rifas on delete cascade,
  quantity integer not null check (quantity between 1 and 100000),
  -- Key of the purchase plan, while one is chosen: it decides the bonus that selected_numbers holds on top.
  tier text,
  selected_numbers integer[] not null,
  rifa_data jsonb not null,
  added_at timestamptz not null default now()
);
create index anonymous_cart_items_session on anonymous_cart_items (session_id);
