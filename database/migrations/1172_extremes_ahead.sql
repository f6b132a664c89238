-- A prize for the highest and the lowest cota of a window that has begun would go to cotas that are known.
create function rifa_extremes_are_ahead() returns trigger language plpgsql as $$
begin
  raise exception 'rifa % is published: the window of the highest and lowest cota must be ahead', old.id
    using errcode = '23514', constraint = 'rifa_extremes_ahead';
end $$;
create trigger rifa_extremes_ahead before update of extremes_from on rifas for each row
  when (old.published_at is not null and new.extremes_from is distinct from old.extremes_from
    and new.extremes_from <= now())
  execute function rifa_extremes_are_ahead();
