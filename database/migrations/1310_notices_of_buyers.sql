-- The team's notifications that name a buyer: the deletion of the account finds them here.
create index if not exists notifications_naming_buyers on notifications (occasion)
  where occasion like 'instant-prize:%:admin:%' or occasion like 'extremes:%:admin:%' or occasion like 'stand-rejected:%';
create index if not exists activity_logs_extremes on activity_logs (occasion) where action = 'close-extremes';

-- The same for accounts that are deleted already: see server/accounts/privacy/personal-data/team-notices-data.ts. Notices
-- of rejected sales stay, because the deletion cleared the phone that leads to them.
update notifications set message = regexp_replace(message, '^.*? achou a cota ', 'Uma pessoa achou a cota ')
  where occasion like 'instant-prize:%:admin:%' and exists (
    select from instant_prizes prize join profiles on profiles.id = prize.user_id
    where profiles.deleted_at is not null
      and occasion like 'instant-prize:' || prize.rifa_id || ':' || prize.position || ':admin:%');
with named as (
  select line.id, line.occasion from activity_logs line
  where action = 'close-extremes' and exists (
    select from jsonb_array_elements(details -> 'winners') winner join profiles on profiles.id::text = winner ->> 'userId'
    where deleted_at is not null)
), logged as (
  update activity_logs set details = details || jsonb_build_object('description',
      regexp_replace(details ->> 'description', '(”: |[)] e )[^“”()]* com a ', '\1Uma pessoa com a ', 'g'))
  where id in (select id from named)
)
update notifications set message = regexp_replace(message, '(”: |[)] e )[^“”()]* com a ', '\1Uma pessoa com a ', 'g')
  where occasion like 'extremes:%:admin:%'
    and exists (select from named where starts_with(notifications.occasion, named.occasion || ':admin:'));
