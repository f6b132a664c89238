-- Counters of the auth service, shared by all processes. Losing them in a crash harms nobody.
create unlogged table auth.rate_limits (
  key text primary key,
  hits integer not null,
  window_ends timestamptz not null
);
create index rate_limits_window_ends on auth.rate_limits (window_ends);
