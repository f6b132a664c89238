-- Visits by the links that an affiliate shares of single rifas. One row a visitor, rifa and day in Maceió; 13 months.
create table affiliate_rifa_clicks (
  affiliate_code text not null references affiliates (affiliate_code) on delete cascade,
  rifa_id uuid not null references rifas on delete cascade,
  clicked_on date not null,
  -- A random mark of the browser, which says nothing of the person.
  visitor_id text not null,
  primary key (affiliate_code, rifa_id, clicked_on, visitor_id)
);
create index affiliate_rifa_clicks_of_rifa on affiliate_rifa_clicks (rifa_id);
create index affiliate_rifa_clicks_by_day on affiliate_rifa_clicks (clicked_on);
