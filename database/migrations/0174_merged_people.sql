-- Two accounts that were one person's. What the former one had belongs to the other; frozen lists of sold cotas still
-- know it by its own tag.
create table merged_people (
  former_id uuid primary key references profiles on delete cascade,
  into_id uuid not null references profiles on delete cascade check (into_id <> former_id),
  merged_at timestamptz not null,
  merged_by uuid references profiles on delete set null
);
create index merged_people_into on merged_people (into_id);
