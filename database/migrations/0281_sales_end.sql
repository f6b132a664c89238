alter table rifas
  -- The lottery's number of the extraction that decides. Null while it is not known with confidence; sealing names one.
  add column draw_extraction integer check (draw_extraction > 0),
  -- Sales end this long before the extraction. Declared before the first sale.
  add column sales_end_minutes integer not null default 60 check (sales_end_minutes between 10 and 1440),
  -- The one place that says when sales end: orders, closing, pages and mails read it.
  add column sales_end_at timestamptz not null generated always as
    ((draw_date at time zone 'UTC' - make_interval(mins => sales_end_minutes)) at time zone 'UTC') stored;

create trigger rifa_sales_end_stays before update of sales_end_minutes on rifas for each row
  when (old.published_at is not null and old.sales_end_minutes is distinct from new.sales_end_minutes)
  execute function rifa_stays_as_published();

-- Sealed rifas name the extraction of their seal, others the one that the archive has for their day. Those of coming
-- days get theirs when the archive is next refreshed.
update rifas set draw_extraction = coalesce(
  (select extraction from draw_seals where rifa_id = rifas.id order by version desc limit 1),
  (select min(number) from lottery_extractions
   where drawn_on = (draw_date at time zone 'America/Sao_Paulo')::date and status in ('closed', 'completed')));

-- The hour, where a source says it, as HH:MM in Brasília.
alter table lottery_extractions
  add column drawn_time text check (drawn_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column next_time text check (next_time ~ '^([01]\d|2[0-3]):[0-5]\d$');
create index lottery_extractions_times on lottery_extractions (drawn_on desc) where drawn_time is not null;
