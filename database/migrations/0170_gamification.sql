-- Points by rules that the panel sets. Always derived from what was spent and who was brought, never added up on the way:
-- a refund takes points back, and another rule holds for everybody once they are counted anew.
insert into settings (key, value) values
  ('point_rules', '{"pointsPerReal": 1, "referralPoints": 0}'),
  ('levels', '[{"name": "Maré baixa", "minPoints": 0}, {"name": "Maré mansa", "minPoints": 100}, {"name": "Maré cheia", "minPoints": 500}, {"name": "Maré viva", "minPoints": 2000}]'),
  ('ranking_prizes', '{"day": [], "week": [], "month": []}');

alter table profiles add column referral_count integer not null default 0 check (referral_count >= 0);
update profiles set referral_count = brought.count
  from (select referrer_id, count(*) as count from referrals group by referrer_id) as brought
 where brought.referrer_id = profiles.id;
create index profiles_referrers on profiles (referral_count desc, id) where referral_count > 0;
create index profiles_staff on profiles (id) where role <> 'buyer';
create index referrals_latest on referrals (created_at);

create function count_referrals() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update profiles set referral_count = referral_count - 1 where id = old.referrer_id;
  end if;
  if tg_op <> 'DELETE' then
    update profiles set referral_count = referral_count + 1 where id = new.referrer_id;
  end if;
  return null;
end $$;
create trigger referrals_counted after insert or delete or update of referrer_id on referrals
  for each row execute function count_referrals();

create function points_of(spent numeric, referrals integer) returns integer language sql stable as $$
  select least(2000000000,
    floor(spent * coalesce((rules.value->>'pointsPerReal')::integer, 1))
      + referrals * coalesce((rules.value->>'referralPoints')::integer, 0))::integer
  from (select (select value from settings where key = 'point_rules') as value) as rules
$$;

alter table profiles alter column total_points drop expression;
alter table profiles alter column total_points set default 0;
create function keep_points() returns trigger language plpgsql as $$
begin
  new.total_points := points_of(new.total_spent, new.referral_count);
  return new;
end $$;
create trigger profiles_points before insert or update of total_spent, referral_count, total_points on profiles
  for each row execute function keep_points();

-- Rankings with prizes: what is promised stands from the beginning of the period, who won stands from its end.
create table ranking_periods (
  kind text not null check (kind in ('day', 'week', 'month')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- From the first place on.
  prizes text[] not null check (cardinality(prizes) between 1 and 10),
  closed_at timestamptz,
  primary key (kind, starts_at)
);
create index ranking_periods_open on ranking_periods (ends_at) where closed_at is null;

create table ranking_winners (
  kind text not null,
  starts_at timestamptz not null,
  -- 1-based.
  place integer not null check (place >= 1),
  user_id uuid references profiles on delete set null,
  points integer not null check (points > 0),
  prize text not null,
  delivered_at timestamptz,
  delivered_by uuid references profiles on delete set null,
  primary key (kind, starts_at, place),
  foreign key (kind, starts_at) references ranking_periods
);
create index ranking_winners_latest on ranking_winners (starts_at desc, kind, place);
create index ranking_winners_waiting on ranking_winners (starts_at desc, kind, place) where delivered_at is null;
create index ranking_winners_user on ranking_winners (user_id);

create function ranking_winner_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a ranking that is closed stays as it is' using errcode = '23514';
end $$;
create trigger ranking_winner_stays before update on ranking_winners for each row
  when ((new.kind, new.starts_at, new.place, new.points, new.prize)
    is distinct from (old.kind, old.starts_at, old.place, old.points, old.prize))
  execute function ranking_winner_stays();
