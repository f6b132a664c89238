-- Changes that a client may send twice, by the key it gave them: the second request gets the answer to the first.
create table idempotency_keys (
  key uuid primary key,
  caller_id uuid references profiles on delete cascade,
  procedure text not null,
  input_hash bytea not null,
  started_at timestamptz not null,
  -- Null while the first request runs.
  ended_at timestamptz,
  -- Null also if it failed half-way.
  output jsonb
);
create index idempotency_keys_caller on idempotency_keys (caller_id);
create index idempotency_keys_started on idempotency_keys (started_at);
