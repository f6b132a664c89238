-- What the declared clause made of a sealed rifa when the lottery did something else than announced: a step for each
-- change, with the inputs that anyone replays. A draw without a step is one by the sealed extraction on the sealed day.
create table draw_clause_steps (
  rifa_id uuid not null,
  step integer not null check (step >= 1),
  seal_version integer not null,
  -- A reason of domain/draws/lottery/declared-clause.ts.
  reason text not null,
  -- The extraction that decides, or is expected to.
  extraction integer not null check (extraction > 0),
  decides boolean not null,
  -- The day in Brasília that the clause was applied on.
  decided_on text not null check (decided_on ~ '^\d{4}-\d{2}-\d{2}$'),
  known jsonb not null,
  applied_at timestamptz not null,
  primary key (rifa_id, step),
  foreign key (rifa_id, seal_version) references draw_seals on delete restrict
);
create trigger draw_clause_steps_final before update or delete on draw_clause_steps
  for each row execute function refuse_change();

alter table draws
  add column clause_step integer,
  add foreign key (rifa_id, clause_step) references draw_clause_steps;
