-- Numbers are given out at insert but seen at commit, so a browser that has seen 10 could still miss a 9 that was slower.
-- Each notification therefore takes its number again when its transaction is about to commit, one transaction at a time:
-- the lock is held until the commit is done, so what is newer than a seen number is never smaller than it. Announcing
-- queues commits in the same way, so this costs no further waiting; and nothing else is locked after it.
create function arrive_notification() returns trigger language plpgsql as $$
declare
  arrived bigint;
begin
  perform pg_advisory_xact_lock(hashtext('notifications.arrival'));
  update notifications set sequence = default where id = new.id returning sequence into arrived;
  if found then
    perform pg_notify('notifications', arrived::text);
  end if;
  return null;
end $$;

create constraint trigger notifications_arrive after insert on notifications
  deferrable initially deferred for each row execute function arrive_notification();

create index notifications_unread on notifications (user_id, sequence desc) where not read;

-- What was recorded by a job that may run twice.
alter table activity_logs add column occasion text unique;
