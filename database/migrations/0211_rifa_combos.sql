-- So many cotas at a price of their own: [{"quantity": 10, "priceCentavos": 1500}], larger ones cheaper each.
alter table rifas add column combos jsonb not null default '[]';

create trigger rifa_combos_stay before update on rifas for each row
  when (old.published_at is not null and new.combos is distinct from old.combos)
  execute function rifa_stays_as_published();
