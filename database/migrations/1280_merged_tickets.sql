-- Assigning a merged ticket reopened it: the desk's answers in it belong to the conversation that the author sees.
update support_replies as reply set ticket_id = ticket.merged_into
  from support_tickets as ticket where ticket.id = reply.ticket_id and ticket.merged_into is not null;
update support_tickets
  set status = 'closed', awaiting_answer = false, resolved_at = coalesce(resolved_at, updated_at), closed_unresolved = true
  where merged_into is not null and status <> 'closed';
alter table support_tickets
  add constraint support_tickets_merged_closed check (merged_into is null or status = 'closed') not valid;
