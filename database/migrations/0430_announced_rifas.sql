-- First moment of sales of a rifa that was announced; it is published shortly before. Null: since its publication.
alter table rifas add column opens_at timestamptz;

create trigger rifa_opening_stays before update of opens_at on rifas for each row
  when (old.published_at is not null and old.opens_at is distinct from new.opens_at)
  execute function rifa_stays_as_published();
