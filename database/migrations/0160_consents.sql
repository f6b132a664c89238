-- What a person allowed, when, and in which words. Only ever appended to: the latest counts, the others prove it.
create table consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references profiles on delete cascade,
  measurement boolean not null,
  marketing boolean not null,
  text_version integer not null check (text_version >= 1),
  decided_at timestamptz not null
);
create index consents_latest on consents (user_id, id desc);

create index customer_interactions_web on customer_interactions (created_at) where source = 'web';
