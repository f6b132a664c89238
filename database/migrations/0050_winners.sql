-- Who won what. Public answers show the name shortened ('Maria S.') and nothing else of a person.
create table rifa_winners (
  id uuid primary key default gen_random_uuid(),
  rifa_id uuid not null references rifas on delete restrict,
  winner_name text not null,
  winner_email text,
  -- 1-based, as printed on the cota.
  winner_number integer not null check (winner_number >= 1),
  -- The prize's position, 1-based.
  winner_position integer not null check (winner_position >= 1),
  user_id uuid references profiles on delete set null,
  order_id uuid references orders on delete set null,
  created_at timestamptz not null default now(),
  unique (rifa_id, winner_position)
);
create index rifa_winners_latest on rifa_winners (created_at desc, id);
create index rifa_winners_user on rifa_winners (user_id);
