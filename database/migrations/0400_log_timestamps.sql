-- Time-stamp tokens (RFC 3161) of checkpoints.
create table log_timestamps (
  size bigint not null references log_checkpoints,
  -- Address of the authority.
  authority text not null,
  token bytea not null check (octet_length(token) <= 65536),
  -- By the clock of the authority.
  stamped_at timestamptz not null,
  primary key (size, authority)
);
create index log_timestamps_time on log_timestamps (stamped_at);
