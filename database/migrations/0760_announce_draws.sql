-- Tells the processes whose visitors watch a draw that it has changed.
create function announce_draw() returns trigger
  language plpgsql as $$
begin
  if tg_table_name = 'draws' then
    perform pg_notify('draws', new.rifa_id::text);
  else
    perform pg_notify('draws', new.id::text);
  end if;
  return null;
end $$;

create trigger draw_announced after insert on draws
  for each row execute function announce_draw();
create trigger rifa_state_announced after update of status on rifas
  for each row when (old.status is distinct from new.status) execute function announce_draw();
