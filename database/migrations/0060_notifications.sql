-- What a person is told on the site. Without a user it is told to everybody; who has read such a one stands in
-- notification_reads, as a row of all cannot be marked for one.
create table notifications (
  -- Also the order of arrival: a browser that comes back asks for what is newer than the last it saw.
  sequence bigint generated always as identity unique,
  id uuid primary key,
  user_id uuid references profiles on delete cascade,
  type text not null check (type in ('info', 'success', 'warning', 'error', 'admin', 'other')),
  title text not null check (title <> ''),
  message text not null check (message <> ''),
  data jsonb not null default '{}',
  read boolean not null default false,
  -- Says what it is about, so that a job run twice tells it once.
  occasion text unique,
  created_at timestamptz not null
);
create index notifications_user on notifications (user_id, sequence desc);
create index notifications_broadcast on notifications (sequence desc) where user_id is null;

create table notification_reads (
  notification_id uuid not null references notifications on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  read_at timestamptz not null,
  primary key (notification_id, user_id)
);
create index notification_reads_user on notification_reads (user_id);

-- Who did what, to what, from where. Only ever appended to.
create table activity_logs (
  id bigint generated always as identity primary key,
  user_id uuid references profiles on delete set null,
  action text not null,
  entity_type text not null,
  entity_id text,
  -- At least `description`, a sentence for people; changes made in the panel also hold `before` and `after`.
  details jsonb not null,
  ip_address inet,
  created_at timestamptz not null
);
create index activity_logs_latest on activity_logs (id desc);
create index activity_logs_entity on activity_logs (entity_type, id desc);
create index activity_logs_user on activity_logs (user_id, id desc);
