-- What an organiser switches on for one rifa.
alter table rifas
  -- Buyers may choose their numbers themselves; a law or a regulation may ask for random ones.
  add column choose_numbers boolean not null default false,
  -- Cotas that one person may hold of it, bonus included; null: as many as there are.
  add column max_per_person integer check (max_per_person >= 1);

create trigger rifa_share_stays before update of max_per_person on rifas for each row
  when (old.published_at is not null and new.max_per_person is distinct from old.max_per_person)
  execute function rifa_stays_as_published();

-- Cotas that a person holds or has reserved, of rifas that limit it. The check decides, whatever asks at once.
create table rifa_shares (
  rifa_id uuid not null references rifas on delete cascade,
  user_id uuid not null references profiles on delete restrict,
  cotas integer not null check (cotas >= 0),
  most integer not null,
  primary key (rifa_id, user_id),
  constraint rifa_share_within_most check (cotas <= most)
);
create index rifa_shares_user on rifa_shares (user_id);
