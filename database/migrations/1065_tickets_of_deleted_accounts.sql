-- Deleting an account closes its tickets, except for accounts deleted before it did.
update support_tickets as ticket set status = 'closed', resolved_at = now(), awaiting_answer = false,
  closed_unresolved = true
where status not in ('resolved', 'closed')
  and (contact_email = 'apagado@exemplo.invalid'
    or exists (select from profiles where profiles.id = ticket.user_id and deleted_at is not null));
update support_tickets as ticket set awaiting_answer = false
where awaiting_answer and status in ('resolved', 'closed')
  and (contact_email = 'apagado@exemplo.invalid'
    or exists (select from profiles where profiles.id = ticket.user_id and deleted_at is not null));
