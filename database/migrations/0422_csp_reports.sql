-- Violations of the Content-Security-Policy that browsers report, counted by what was blocked. No addresses of people.
create table csp_reports (
  directive text not null,
  -- An origin, or a keyword such as inline.
  blocked text not null,
  -- The first folder of the page's address.
  page text not null,
  source text not null,
  reports integer not null check (reports > 0),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (directive, blocked, page, source)
);
create index csp_reports_last on csp_reports (last_at desc);
