-- A buyer who chose numbers could choose a hidden one: a rifa has cotas premiadas or lets buyers choose, never both.
create function instant_prizes_at_random() returns trigger language plpgsql as $$
declare
  changed uuid := to_jsonb(new) ->> case tg_table_name when 'rifas' then 'id' else 'rifa_id' end;
begin
  if exists (select from rifas r where r.id = changed and r.choose_numbers)
    and exists (select from instant_prizes p where p.rifa_id = changed) then
    raise exception 'rifa % has cotas premiadas, so its buyers choose no numbers', changed
      using errcode = '23514', constraint = 'instant_prizes_at_random';
  end if;
  return null;
end $$;

-- At the end of the transaction: saving the options writes both tables.
create constraint trigger rifas_choose_no_hidden after update of choose_numbers on rifas
  deferrable initially deferred for each row when (new.choose_numbers)
  execute function instant_prizes_at_random();
create constraint trigger instant_prizes_at_random after insert on instant_prizes
  deferrable initially deferred for each row
  execute function instant_prizes_at_random();

update rifas set choose_numbers = false
where choose_numbers and exists (select from instant_prizes where rifa_id = rifas.id);
