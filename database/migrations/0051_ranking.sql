-- One point for every whole real paid and not given back: total_spent falls with a refund, and the points with it.
alter table profiles drop column total_points;
alter table profiles add column total_points integer not null generated always as (floor(total_spent)::integer) stored;
create index profiles_ranking on profiles (total_points desc, id) where total_points > 0;

-- Who brought whom. A person is brought once, and nobody brings themselves.
create table referrals (
  id uuid primary key default gen_random_uuid(),
  referrer_id uuid not null references profiles on delete cascade,
  referred_id uuid not null unique references profiles on delete cascade,
  created_at timestamptz not null default now(),
  check (referrer_id <> referred_id)
);
create index referrals_referrer on referrals (referrer_id);
