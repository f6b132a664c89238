create table ab_tests (
  id uuid primary key default gen_random_uuid(),
  -- What the site asks for it by.
  key text not null unique check (key ~ '^[a-z0-9-]{3,60}$'),
  name text not null,
  status text not null default 'running' check (status in ('running', 'completed')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  winner_variant_id uuid,
  constraint ab_tests_end check ((status = 'completed') = (ended_at is not null and winner_variant_id is not null))
);

create table ab_test_variants (
  id uuid primary key default gen_random_uuid(),
  test_id uuid not null references ab_tests on delete cascade,
  -- The order in which traffic adds up, 1-based.
  position integer not null check (position >= 1),
  name text not null,
  config jsonb not null default '{}',
  traffic_percentage integer not null check (traffic_percentage between 0 and 100),
  unique (test_id, position),
  unique (test_id, id)
);
alter table ab_tests add foreign key (id, winner_variant_id) references ab_test_variants (test_id, id);

-- One impression and one conversion a session.
create table ab_test_events (
  id bigint generated always as identity primary key,
  test_id uuid not null references ab_tests on delete cascade,
  variant_id uuid not null,
  user_id uuid references profiles on delete set null,
  event_type text not null check (event_type in ('impression', 'conversion')),
  session_id text not null check (length(session_id) between 8 and 64),
  value numeric(12, 2),
  created_at timestamptz not null,
  foreign key (test_id, variant_id) references ab_test_variants (test_id, id) on delete cascade,
  constraint ab_test_events_once unique (test_id, session_id, event_type)
);
create index ab_test_events_count on ab_test_events (variant_id, event_type);
create index ab_test_events_user on ab_test_events (user_id) where user_id is not null;
