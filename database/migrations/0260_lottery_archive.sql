-- Every answer of every source about an extraction of the Loteria Federal. A source that changes its answer adds a row,
-- and its latest row counts.
create table lottery_extractions (
  number integer not null check (number > 0),
  source text not null,
  -- The day in Brasília.
  drawn_on date not null,
  -- Null while the source has no complete list.
  prizes text[] check (prizes is null or cardinality(prizes) = 5),
  -- The next contest as this answer announces it.
  next_number integer,
  next_on date,
  -- The answer as received; null for a line of a file, whose hash is the hash of the line.
  raw_body text,
  raw_hash text not null check (raw_hash ~ '^[0-9a-f]{64}$'),
  url text,
  fetched_at timestamptz not null,
  primary key (number, source, raw_hash)
);

create index lottery_extractions_latest on lottery_extractions (source, number desc, fetched_at desc);

-- When each source last answered, and what went wrong since.
create table lottery_sources (
  name text primary key,
  answered_at timestamptz,
  failed_at timestamptz,
  error text
);
