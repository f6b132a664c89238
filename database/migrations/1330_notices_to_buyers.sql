-- Notifications to buyers that name another one: the deletion of the named account finds them here.
create index if not exists notifications_of_paid_parts on notifications (occasion)
  where occasion like 'group-part-paid:%';
create index if not exists notifications_of_claimed_gifts on notifications (split_part(occasion, ':', 2))
  where occasion like 'gift-claimed:%';

-- The same for accounts that are deleted already: see server/accounts/privacy/personal-data/naming-notices-data.ts.
update notifications set message = regexp_replace(message, '^.* aceitou (?=[^“]*“)', 'Uma pessoa aceitou ')
  where occasion like 'gift-claimed:%' and split_part(occasion, ':', 2) in (
    select reference from cota_gifts gift join profiles on profiles.id = gift.recipient_id
    where profiles.deleted_at is not null);
update notifications set message = regexp_replace(message, '^.*? pagou a parte ', 'Uma pessoa pagou a parte ')
  where occasion like 'group-part-paid:%' and occasion in (
    select 'group-part-paid:' || orders.id from orders
    join group_purchase_parts part on part.order_id = orders.id
    join profiles on profiles.id = orders.user_id
    where profiles.deleted_at is not null);
