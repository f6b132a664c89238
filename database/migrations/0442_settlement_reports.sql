-- Settlement reports of providers: what they say they credited for each payment.
create table settlement_reports (
  id uuid primary key,
  provider text not null,
  account text not null,
  lines integer not null,
  imported_by uuid not null references profiles,
  imported_at timestamptz not null
);
create index settlement_reports_newest on settlement_reports (imported_at);
create table settlement_lines (
  provider text not null,
  payment_id text not null,
  type text not null,
  -- As written by the provider; tells two refunds of one payment apart.
  settled_at text not null,
  gross numeric(12, 2) not null,
  fee numeric(12, 2) not null,
  net numeric(12, 2) not null,
  report_id uuid not null references settlement_reports,
  primary key (provider, payment_id, type, settled_at),
  check (gross + fee = net)
);
create index settlement_lines_report on settlement_lines (report_id);
