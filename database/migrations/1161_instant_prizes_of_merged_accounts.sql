-- A found cota premiada stays with its person, who may merge the account that found it into another one.
create or replace function keep_instant_prize() returns trigger language plpgsql as $$
begin
  if exists (select from rifas where id = old.rifa_id and published_at is not null) and (
    tg_op = 'DELETE'
    or (new.rifa_id, new.position, new.name, new.value) is distinct from (old.rifa_id, old.position, old.name, old.value)
    or (old.commitment is not null and new.commitment is distinct from old.commitment)
    or (old.number is not null and (new.number, new.salt) is distinct from (old.number, old.salt))
    or (old.found_at is not null
      and (new.found_at, new.order_id) is distinct from (old.found_at, old.order_id))
    or (old.found_at is not null and new.user_id is distinct from old.user_id
      and not exists (select from profiles as former join profiles as finder using (person_id)
        where former.id = old.user_id and finder.id = new.user_id))
    or (old.voided_at is not null and new.voided_at is distinct from old.voided_at
      and not (new.voided_at is null and exists (select from orders where id = old.order_id and status = 'paid')))) then
    raise exception 'cota premiada % of rifa % stays as published', old.position, old.rifa_id
      using errcode = '23514', constraint = 'instant_prize_stays';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
