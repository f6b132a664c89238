-- The e-mail address of the account that a merge closed: the deletion of the remaining account erases what it names.
alter table merged_people add column former_email text;

-- Accounts that were merged into one that is deleted by now.
update auth.users set app_metadata = '{}', user_metadata = '{}'
  where id in (
    select former_id from merged_people join profiles on profiles.id = into_id where deleted_at is not null);
delete from auth.security_events where user_id in (
  select former_id from merged_people join profiles on profiles.id = into_id where deleted_at is not null);
delete from auth.audit_log where user_id in (
  select former_id from merged_people join profiles on profiles.id = into_id where deleted_at is not null);
delete from auth.known_devices where user_id in (
  select former_id from merged_people join profiles on profiles.id = into_id where deleted_at is not null);
delete from auth.reversible_changes where user_id in (
  select former_id from merged_people join profiles on profiles.id = into_id where deleted_at is not null);
update activity_logs set details = jsonb_build_object('description', '(apagado com a conta)')
  where entity_id in (
    select former_id::text from merged_people join profiles on profiles.id = into_id where deleted_at is not null);
