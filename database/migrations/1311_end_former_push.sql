-- A push subscription from before 1262 names no session: it ends with each session that may have made it, unless that
-- session goes on under another id. The browser then shows it as off, and can subscribe again.
create function end_former_push() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions as subscription using ended
  where subscription.user_id = ended.user_id and subscription.session_id is null
    and subscription.updated_at >= ended.created_at
    and not exists (
      select from auth.sessions as renewed
      where renewed.user_id = ended.user_id and renewed.created_at = ended.created_at);
  return null;
end
$$;

create trigger end_former_push after delete on auth.sessions
  referencing old table as ended
  for each statement execute function end_former_push();
