-- One action on many orders or people, done in the background. Its items are frozen when it is started.
create table bulk_actions (
  -- Idempotency key of the request.
  id uuid primary key,
  subject text not null check (subject in ('orders', 'people')),
  kind text not null check (kind in ('tag', 'untag', 'note', 'receipt')),
  -- The tag or the note.
  text text not null,
  state text not null default 'running' check (state in ('running', 'stopped', 'done')),
  total integer not null,
  done integer not null default 0,
  -- Items that it left as they were.
  skipped integer not null default 0,
  -- The action whose changes it takes back: each once.
  undoes uuid unique references bulk_actions on delete cascade,
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null,
  finished_at timestamptz,
  check (done + skipped <= total)
);
create index bulk_actions_newest on bulk_actions (subject, created_at desc);
create index bulk_actions_by on bulk_actions (created_by);

create table bulk_action_items (
  action_id uuid not null references bulk_actions on delete cascade,
  -- Of an order or a person. No foreign key: an item that is gone is left out.
  item_id uuid not null,
  outcome text check (outcome in ('done', 'unchanged', 'missing', 'no_receipt', 'sent_often')),
  primary key (action_id, item_id)
);
create index bulk_action_items_waiting on bulk_action_items (action_id, item_id) where outcome is null;
