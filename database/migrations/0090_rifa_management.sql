-- What the panel keeps of a rifa. Every change of its row in the panel raises the version, and names the one it saw:
-- of two people who save at once, the second is told.
alter table rifas
  add column version integer not null default 1,
  -- When a scheduled rifa opens by itself.
  add column sales_start timestamptz,
  add column cancelled_at timestamptz;
create index rifas_opening on rifas (sales_start) where status = 'scheduled';
create index rifas_newest on rifas (created_at desc, id);

-- By which right the rifa is held, in whose name, and under which rules.
create table rifa_legal (
  rifa_id uuid primary key references rifas on delete cascade,
  route text not null default 'none' check (route in ('spa_mf', 'capitalizacao', 'state_lottery', 'none')),
  authorisation_number text,
  organiser_name text,
  -- Fourteen characters; the first twelve may be letters since 2026.
  organiser_cnpj text check (organiser_cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  regulation text not null default '',
  -- Of the text in UTF-8, in hexadecimal: what buyers accept is this text and no other.
  regulation_sha256 text not null default '' check (regulation_sha256 ~ '^([0-9a-f]{64})?$'),
  tax_note text not null default ''
);

-- Buyers rely on what was published: from then on not even the panel can change it.
create function rifa_stays_as_published() returns trigger language plpgsql as $$
begin
  raise exception 'rifa % is published: price, total, prizes and authorisation stay', old.id
    using errcode = '23514', constraint = 'rifa_stays_as_published';
end $$;
create trigger rifa_stays_as_published before update on rifas for each row
  when (old.published_at is not null
    and (new.price, new.total_numbers, new.published_at)
      is distinct from (old.price, old.total_numbers, old.published_at))
  execute function rifa_stays_as_published();

create function rifa_part_stays_as_published() returns trigger language plpgsql as $$
declare
  v_rifa_id uuid := case tg_op when 'DELETE' then old.rifa_id else new.rifa_id end;
begin
  if exists (select from rifas where id = v_rifa_id and published_at is not null) then
    raise exception 'rifa % is published: price, total, prizes and authorisation stay', v_rifa_id
      using errcode = '23514', constraint = 'rifa_stays_as_published';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger rifa_prizes_stay before insert or delete or update of rifa_id, position, name, value, prize_type
  on rifa_prizes for each row execute function rifa_part_stays_as_published();
create trigger rifa_legal_stays before insert or delete or update
  on rifa_legal for each row execute function rifa_part_stays_as_published();
