-- expands: a push subscription ends with the session that made it.
alter table push_subscriptions add column session_id uuid references auth.sessions on delete cascade;
comment on column push_subscriptions.session_id is
  'Session that subscribed; the subscription ends with it. Null for subscriptions from before this column.';
create index push_subscriptions_session on push_subscriptions (session_id);

-- The browser is known only if the account has one session.
update push_subscriptions set session_id = only_one.id
from (
  select user_id, (array_agg(id))[1] as id from auth.sessions group by user_id having count(*) = 1
) as only_one
where only_one.user_id = push_subscriptions.user_id;

delete from push_subscriptions
where not exists (select from auth.sessions where auth.sessions.user_id = push_subscriptions.user_id);
