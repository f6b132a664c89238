-- Settlement reports that are read from the provider's API, without a person.
alter table settlement_reports alter column imported_by drop not null;

-- Files that a provider offers, each read once.
create table settlement_files (
  provider text not null,
  name text not null,
  covers_until timestamptz not null,
  read_at timestamptz not null,
  -- Why nothing of it was imported, by line; null if it was.
  rejected jsonb,
  primary key (provider, name)
);

-- The report that a provider was last asked for.
create table settlement_requests (
  provider text primary key,
  covers_until timestamptz not null,
  requested_at timestamptz not null
);

-- Of the simulated provider: reports that it was asked for, and what it sent to the bank.
create table sandbox.settlement_reports (
  id bigint generated always as identity (start with 4000000001) primary key,
  begin_date timestamptz not null,
  end_date timestamptz not null,
  created_at timestamptz not null
);
create table sandbox.withdrawals (
  id bigint generated always as identity (start with 5000000001) primary key,
  amount numeric(12, 2) not null check (amount > 0),
  created_at timestamptz not null
);
