-- The public log (docs/features/transparency.md). Entries wait here, written in the transaction of what they are about.
create table log_queue (
  id bigint generated always as identity primary key,
  kind text not null,
  -- The rifa or order that it is about. Not part of the entry: an order's never leaves the shop.
  subject_id uuid,
  body bytea not null check (length(body) between 1 and 65535),
  queued_at timestamptz not null default now()
);

-- Leaves of the tree.
create table log_entries (
  leaf_index bigint primary key check (leaf_index >= 0),
  kind text not null,
  subject_id uuid,
  body bytea not null,
  queued_at timestamptz not null
);
create index log_entries_subject on log_entries (subject_id, leaf_index);
create index log_entries_events on log_entries (leaf_index) where kind <> 'receipt';

-- Hashes of complete subtrees, 256 to a full tile (c2sp.org/tlog-tiles). Partial tiles grow.
create table log_tiles (
  level smallint not null check (level between 0 and 63),
  tile_index bigint not null check (tile_index >= 0),
  hashes bytea not null check (length(hashes) between 32 and 8192 and length(hashes) % 32 = 0),
  primary key (level, tile_index)
);

-- The tree as integrated. Its row lock lets one process integrate or sign at a time.
create table log_tree (
  only_one boolean primary key default true check (only_one),
  size bigint not null check (size >= 0),
  root bytea not null check (length(root) = 32),
  -- Public key of the last signer; null before the first.
  verifier_key text,
  -- Set while the tree is not signed because it contradicts what was signed before.
  fork_found_at timestamptz
);
insert into log_tree (size, root) values (0, sha256(''));

create table log_checkpoints (
  size bigint primary key,
  root bytea not null check (length(root) = 32),
  -- The signed note.
  note text not null,
  signed_at timestamptz not null
);

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  raise exception 'the public log is append-only' using errcode = 'check_violation';
end $$;
create trigger log_entries_final before update or delete on log_entries
  for each row execute function refuse_log_change();
create trigger log_checkpoints_final before update or delete on log_checkpoints
  for each row execute function refuse_log_change();
