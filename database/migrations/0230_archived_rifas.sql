-- What only a rifa on sale needs goes once it is long over: see server/rifas/archive-rifas.ts.
alter table rifas add column archived_at timestamptz;

-- A rifa with numbers could not be deleted because of its pages. One in the archive has none left.
create function keep_archived_rifa() returns trigger language plpgsql as $$
begin
  raise exception 'a rifa in the archive has buyers and is never deleted' using errcode = 'restrict_violation';
end $$;
create trigger rifas_keep_archived before delete on rifas
  for each row when (old.archived_at is not null) execute function keep_archived_rifa();
