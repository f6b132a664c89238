-- OpenTimestamps proofs of checkpoints: operations from the SHA-256 of a checkpoint's text.
create table log_anchors (
  size bigint primary key references log_checkpoints,
  -- Address of the calendar.
  calendar text not null,
  chain bytea not null check (octet_length(chain) <= 16384),
  anchored_at timestamptz not null,
  checked_at timestamptz not null,
  -- Of the block of Bitcoin; null while the calendar has only promised it.
  block_height integer check (block_height >= 0)
);
create index log_anchors_pending on log_anchors (checked_at) where block_height is null;
