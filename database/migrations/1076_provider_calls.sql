-- How the last calls to each payment provider ended, of all processes.
create table provider_calls (
  provider text primary key,
  last_answered_at timestamptz,
  -- Calls without an answer since then.
  failures integer not null default 0,
  failing_since timestamptz,
  last_failed_at timestamptz,
  last_failure text,
  check ((failures = 0) = (failing_since is null))
);
