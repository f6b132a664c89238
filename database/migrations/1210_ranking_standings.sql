-- The list at the closing of a ranking with prizes. If money of the period goes back before a prize was handed over, the
-- prize goes to the person who has most points of those on this list.
create table ranking_standings (
  kind text not null,
  starts_at timestamptz not null,
  -- 1-based; more persons than prizes.
  rank integer not null check (rank >= 1),
  user_id uuid references profiles on delete set null,
  points integer not null check (points > 0),
  -- Paid in the period by all accounts of the person, also above what counts.
  spent numeric(14, 2) not null check (spent >= 0),
  referred integer not null check (referred >= 0),
  primary key (kind, starts_at, rank),
  foreign key (kind, starts_at) references ranking_periods
);
create index ranking_standings_user on ranking_standings (user_id);

create function ranking_standing_stays() returns trigger language plpgsql as $$
begin
  raise exception 'the list of a closed ranking stays as it is' using errcode = '23514';
end $$;
create trigger ranking_standing_stays before update on ranking_standings for each row
  when ((new.kind, new.starts_at, new.rank, new.points, new.spent, new.referred)
    is distinct from (old.kind, old.starts_at, old.rank, old.points, old.spent, old.referred))
  execute function ranking_standing_stays();

-- The rule of points at the closing: a later one changes no place.
alter table ranking_periods add column points_per_real integer, add column referral_points integer;

-- All holders of a place: `turn` numbers them from 1. A delivered prize is not reassigned.
alter table ranking_winners
  add column turn integer not null default 1 check (turn >= 1),
  add column passed_on_at timestamptz,
  add check (passed_on_at is null or delivered_at is null),
  drop constraint ranking_winners_pkey,
  add primary key (kind, starts_at, place, turn);
create unique index ranking_winners_current on ranking_winners (kind, starts_at, place) where passed_on_at is null;
