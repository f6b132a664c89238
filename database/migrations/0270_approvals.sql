-- Since when an admin has been one without a break: only an established admin counts as a second person.
alter table profiles add column admin_since timestamptz;
update profiles set admin_since = created_at where role = 'admin';

-- Actions that need a second person, or a wait in public view.
create table approvals (
  id uuid primary key,
  kind text not null
    check (kind in ('SEAL_DRAW', 'USE_TYPED_RESULT', 'CANCEL_FROZEN_RIFA', 'REPLACE_WINNER', 'GRANT_ADMIN')),
  -- What the action is about: the id of a rifa, a lottery result or a user.
  subject_id uuid not null,
  -- Where the action is public: the draw page of this rifa, or of every rifa that waits for this extraction.
  rifa_id uuid references rifas (id),
  extraction integer,
  payload jsonb not null,
  -- What it does, for the panel.
  summary text not null,
  -- Shown in public.
  reason text not null,
  requested_by uuid not null references profiles (id),
  requested_at timestamptz not null,
  -- Not even an approval lets the action take effect earlier.
  not_before timestamptz,
  -- When the action takes effect unless an admin cancels it.
  effective_at timestamptz not null,
  approved_by uuid references profiles (id),
  cancelled_by uuid references profiles (id),
  decided_at timestamptz,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'done', 'failed', 'cancelled')),
  finished_at timestamptz,
  -- Why a failed or cancelled action did not take effect.
  error text,
  check (approved_by is distinct from requested_by)
);

create unique index approvals_open on approvals (kind, subject_id) where state in ('waiting', 'approved');
create index approvals_due on approvals (effective_at) where state in ('waiting', 'approved');
create index approvals_of_rifa on approvals (rifa_id, requested_at) where rifa_id is not null;
create index approvals_of_extraction on approvals (extraction, requested_at) where extraction is not null;
