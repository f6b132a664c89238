-- How far visits come, one row a browser session. The id is made by the browser and says nothing of the person.
create table visits (
  id text primary key check (length(id) between 8 and 64),
  -- The day in Maceió on which it began.
  day date not null,
  -- Where it came from, in words that are shown: 'Direto', 'Busca', 'Instagram', 'utm: folheto'.
  source text not null check (length(source) between 1 and 60),
  viewed_at timestamptz,
  carted_at timestamptz,
  ordered_at timestamptz,
  order_id uuid references orders on delete set null
);
create index visits_of_day on visits (day);
create index visits_order on visits (order_id) where order_id is not null;

-- Visits by day and source, so that a year of them is a few thousand rows. Written by a job; the latest days are always
-- counted from the visits themselves.
create table visit_days (
  day date not null,
  source text not null,
  visits integer not null,
  viewed integer not null,
  carted integer not null,
  ordered integer not null,
  paid integer not null,
  paid_amount numeric(14, 2) not null,
  primary key (day, source)
);

-- Buyers by the month of their first purchase, and how many of them bought in each month since. Written by a job.
create table buyer_cohorts (
  first_month date not null,
  month date not null check (month >= first_month),
  buyers integer not null,
  orders integer not null,
  paid_amount numeric(14, 2) not null,
  counted_at timestamptz not null,
  primary key (first_month, month)
);
