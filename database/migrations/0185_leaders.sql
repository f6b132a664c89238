alter table rifas
  -- The buyers of the day and of the week, on the rifa's page.
  add column show_buyers boolean not null default false,
  -- A prize for the highest and the lowest cota paid in a window of time.
  add column extremes_prize text,
  add column extremes_from timestamptz,
  add column extremes_to timestamptz,
  add constraint rifas_extremes check (
    (extremes_prize is null) = (extremes_from is null) and (extremes_prize is null) = (extremes_to is null)
    and (extremes_from is null or extremes_from < extremes_to));
-- What buyers were promised stays.
create trigger rifa_extremes_stay before update of extremes_prize, extremes_from, extremes_to on rifas for each row
  when (old.published_at is not null and old.extremes_prize is not null
    and (new.extremes_prize, new.extremes_from, new.extremes_to)
      is distinct from (old.extremes_prize, old.extremes_from, old.extremes_to))
  execute function rifa_stays_as_published();
