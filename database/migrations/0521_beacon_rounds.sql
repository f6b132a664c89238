-- The round of a public randomness beacon that is mixed with the seed of the cotas premiadas: named at publishing, known
-- some minutes later (domain/draws/beacon). Null for rifas from before it: their numbers come from the seed alone.
alter table instant_prize_seeds
  add column beacon_chain text check (beacon_chain ~ '^[0-9a-f]{64}$'),
  add column beacon_round integer check (beacon_round > 0),
  add column round_at timestamptz,
  add constraint instant_prize_seeds_round check (
    (beacon_chain is null) = (beacon_round is null) and (beacon_round is null) = (round_at is null));

-- The signature of that round, once it is known.
create table instant_prize_rounds (
  rifa_id uuid primary key references instant_prize_seeds on delete cascade,
  signature text not null check (signature ~ '^[0-9a-f]{96}$'),
  placed_at timestamptz not null
);
create trigger instant_prize_rounds_final before update on instant_prize_rounds
  for each row execute function refuse_change();
