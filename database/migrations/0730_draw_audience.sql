-- People who watch a draw, as each process counts them; their sum is shown. Who they are is stored nowhere.
create unlogged table draw_audience (
  process_id uuid not null,
  rifa_id uuid not null references rifas on delete cascade,
  watchers integer not null check (watchers >= 0),
  counted_at timestamptz not null,
  primary key (rifa_id, process_id)
);
