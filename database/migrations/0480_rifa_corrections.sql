-- Public history of a published rifa: what changed, what it was, and why. Entries are never edited.
create table rifa_corrections (
  rifa_id uuid not null references rifas on delete cascade,
  -- Version of the rifa that the correction made.
  version integer not null,
  -- Array of {part, prize, before, after}.
  changes jsonb not null check (jsonb_array_length(changes) > 0),
  reason text not null check (char_length(btrim(reason)) between 3 and 500),
  created_at timestamptz not null,
  primary key (rifa_id, version)
);
create function rifa_correction_stays() returns trigger language plpgsql as $$
begin
  raise exception 'corrections of rifa % are public and stay as announced', old.rifa_id
    using errcode = '23514', constraint = 'rifa_correction_stays';
end $$;
create trigger rifa_correction_stays before update on rifa_corrections for each row
  execute function rifa_correction_stays();
