-- Winners that a later version of the draw took the prize from, with what they had been given until then.
create table replaced_winners (
  winner_id uuid primary key,
  rifa_id uuid not null references rifas (id),
  -- The version of the draw that replaced them.
  draw_version integer not null,
  winner_position integer not null,
  winner_number integer not null,
  user_id uuid references profiles (id),
  order_id uuid references orders (id),
  claim_state text,
  claimed_at timestamptz,
  delivered_at timestamptz,
  delivery_note text,
  replaced_at timestamptz not null
);
create index replaced_winners_of_rifa on replaced_winners (rifa_id, draw_version);
