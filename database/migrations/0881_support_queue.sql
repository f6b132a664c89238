-- Active tickets in the order of the desk's queue, so that a page of it does not sort all of them.
create index support_tickets_queue on support_tickets
  ((case when awaiting_answer and status in ('open', 'in_progress', 'escalated') then sla_response_due end), updated_at desc, id)
  where status in ('open', 'in_progress', 'escalated');
