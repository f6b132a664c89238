-- Proof from outside that a seal existed at a time, where an operator has named a timestamp calendar.
create table draw_anchors (
  rifa_id uuid not null,
  seal_version integer not null,
  -- The calendar's address, for people.
  calendar text not null,
  -- Operations of OpenTimestamps, from the seal's hash to what the calendar or a block of Bitcoin attests.
  chain bytea not null check (octet_length(chain) <= 16384),
  anchored_at timestamptz not null,
  checked_at timestamptz not null,
  -- Of the block of Bitcoin; null while the calendar has only promised it.
  block_height integer check (block_height >= 0),
  primary key (rifa_id, seal_version),
  foreign key (rifa_id, seal_version) references draw_seals
);
create index draw_anchors_pending on draw_anchors (checked_at) where block_height is null;
