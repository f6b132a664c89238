-- The shop verifies its own sealed and drawn rifas, as anyone can. `reasons` are those of a failed verification.
create table draw_checks (
  rifa_id uuid primary key references rifas (id) on delete cascade,
  checked_at timestamptz not null,
  reasons text[] not null default '{}',
  failing_since timestamptz,
  check ((failing_since is null) = (reasons = '{}'))
);
create index draw_checks_failing on draw_checks (rifa_id) where failing_since is not null;
