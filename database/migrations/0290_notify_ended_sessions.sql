-- Tells the processes that hold event streams that sessions have ended, however they end.
create function auth.notify_ended_sessions() returns trigger
  language plpgsql as $$
begin
  if exists (select from ended) then
    perform pg_notify('notifications', 'sessions');
  end if;
  return null;
end $$;

create trigger sessions_ended after delete on auth.sessions
  referencing old table as ended
  for each statement execute function auth.notify_ended_sessions();
