-- A rifa draws by the extraction of its day, which runs at 19:00 in Brasília, on Sundays at 11:00. A later hour made the
-- sales end when its own extraction could already have run.
update rifas
set draw_date = extraction_at
from (
  select id as rifa, (day + case extract(isodow from day) when 7 then time '11:00' else time '19:00' end)
    at time zone 'America/Sao_Paulo' as extraction_at
  from (select id, (draw_date at time zone 'America/Sao_Paulo')::date as day from rifas) as days
) as extractions
where id = rifa and status in ('draft', 'scheduled', 'active') and draw_date > extraction_at;
