-- Cosignatures of checkpoints by witnesses (c2sp.org/tlog-cosignature).
create table log_cosignatures (
  size bigint not null references log_checkpoints,
  -- Name and id of the key.
  witness text not null,
  -- The signature line, with its line feed.
  line text not null,
  -- By the clock of the witness.
  witnessed_at timestamptz not null,
  primary key (size, witness)
);

-- What the shop knows of each witness: the size to prove consistency from, and the last failure.
create table log_witnesses (
  witness text primary key,
  last_size bigint not null check (last_size >= 0),
  asked_at timestamptz not null,
  -- Set while the last request failed.
  fault text
);
