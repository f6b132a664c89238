-- The team's notifications that name a ticket or a request: the deletion of the account behind it finds them here.
create index if not exists notifications_of_panel on notifications ((data ->> 'href'))
  where data ->> 'href' like '/admin/support?ticket=%' or data ->> 'href' = '/admin/aprovacoes';

-- The same for accounts that are deleted already: see server/accounts/privacy/personal-data/activity-data.ts.
update activity_logs set details = details || jsonb_build_object('description',
    regexp_replace(details ->> 'description', '“.*”', '“(apagado)”'))
  where entity_type = 'ticket' and entity_id in (select id::text from support_tickets where subject = '(apagado)');
update notifications set message = '(apagado)'
  where data ->> 'href' like '/admin/support?ticket=%' and data ->> 'href' in (
    select '/admin/support?ticket=' || id from support_tickets where subject = '(apagado)');
with granted as (
  select approvals.id from approvals join profiles on profiles.id = subject_id
  where kind = 'GRANT_ADMIN' and deleted_at is not null
), named as (
  update approvals set summary = 'Dar o papel de administração a uma conta excluída.'
  where id in (select id from granted)
), logged as (
  update activity_logs set details = details || jsonb_build_object('description',
      regexp_replace(details ->> 'description', '(administração a ).*$', '\1uma conta excluída.'))
  where entity_type = 'approval' and entity_id in (select id::text from granted)
)
update notifications set message = 'Dar o papel de administração a uma conta excluída.'
  where data ->> 'href' = '/admin/aprovacoes' and exists (
    select from granted where occasion like 'approval%:' || granted.id || '%');
