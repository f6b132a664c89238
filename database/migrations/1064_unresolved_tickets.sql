-- Whether a closed ticket was closed without being resolved; means nothing while it is in another status.
alter table support_tickets add column closed_unresolved boolean not null default false;

-- Merged ones, those of deleted accounts, and those that the log knows no resolution of.
update support_tickets as ticket set closed_unresolved = true
where status = 'closed' and (
  merged_into is not null
  or contact_email = 'apagado@exemplo.invalid'
  or exists (select from profiles where profiles.id = ticket.user_id and deleted_at is not null)
  or not exists (
    select from activity_logs as entry
    where entry.entity_type = 'ticket' and entry.entity_id = ticket.id::text
      and entry.details #>> '{after,status}' = 'resolved'));
