-- Cotas premiadas: prizes that lie in numbers chosen by a secret seed before the first sale (domain/draws/instant-prizes.ts).
create table instant_prizes (
  rifa_id uuid not null references rifas on delete cascade,
  position integer not null check (position >= 1),
  name text not null check (name <> ''),
  value numeric(12, 2) check (value >= 0),
  -- Published with the rifa; null while it is being prepared.
  commitment text check (commitment ~ '^[0-9a-f]{64}$'),
  -- Open once found, or once the rifa is over.
  number integer,
  salt text check (salt ~ '^[0-9a-f]{64}$'),
  found_at timestamptz,
  -- The paid order that holds the number, and whose it is.
  order_id uuid,
  user_id uuid references profiles on delete restrict,
  -- The order's money went back after it was found: nobody gets the prize.
  voided_at timestamptz,
  delivered_at timestamptz,
  delivery_note text,
  primary key (rifa_id, position),
  constraint instant_prizes_opened check ((number is null) = (salt is null) and (number is null or commitment is not null)),
  constraint instant_prizes_found check (
    (found_at is null) = (order_id is null) and (found_at is null) = (user_id is null)
    and (found_at is null or number is not null)),
  constraint instant_prizes_delivered check (delivered_at is null or (found_at is not null and voided_at is null))
);
create unique index instant_prizes_number on instant_prizes (rifa_id, number) where number is not null;
create index instant_prizes_order on instant_prizes (order_id) where order_id is not null;
create index instant_prizes_user on instant_prizes (user_id) where user_id is not null;

-- The seed. Apart, so that no query for the shop window can carry it along.
create table instant_prize_seeds (
  rifa_id uuid primary key references rifas on delete cascade,
  seed bytea not null check (octet_length(seed) = 32),
  seed_commitment text not null check (seed_commitment ~ '^[0-9a-f]{64}$'),
  placed_at timestamptz not null
);
create trigger instant_prize_seeds_final before update on instant_prize_seeds
  for each row execute function refuse_change();

-- What was published stays, and what was opened or found is never taken back.
create function keep_instant_prize() returns trigger language plpgsql as $$
begin
  if exists (select from rifas where id = old.rifa_id and published_at is not null) and (
    tg_op = 'DELETE'
    or (new.rifa_id, new.position, new.name, new.value) is distinct from (old.rifa_id, old.position, old.name, old.value)
    or (old.commitment is not null and new.commitment is distinct from old.commitment)
    or (old.number is not null and (new.number, new.salt) is distinct from (old.number, old.salt))
    or (old.found_at is not null
      and (new.found_at, new.order_id, new.user_id) is distinct from (old.found_at, old.order_id, old.user_id))
    or (old.voided_at is not null and new.voided_at is distinct from old.voided_at)) then
    raise exception 'cota premiada % of rifa % stays as published', old.position, old.rifa_id
      using errcode = '23514', constraint = 'instant_prize_stays';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger instant_prizes_stay before update or delete on instant_prizes
  for each row execute function keep_instant_prize();
create trigger instant_prizes_none_later before insert on instant_prizes
  for each row execute function rifa_part_stays_as_published();
