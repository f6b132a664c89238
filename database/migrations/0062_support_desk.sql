-- The desk: what visitors write is a ticket too, answered by mail; every ticket has its thread.
alter table support_tickets
  alter column user_id drop not null,
  add column contact_name text,
  add column contact_email text check (contact_email = lower(contact_email)),
  add column contact_subject text
    check (contact_subject in ('duvida-rifa', 'problema-pagamento', 'afiliado', 'premio', 'outro')),
  add column first_answered_at timestamptz,
  -- Whether the first answer kept the promise.
  add column answered_in_time boolean,
  -- Whether the desk is next; `sla_response_due` says until when.
  add column awaiting_answer boolean not null default true,
  add constraint support_tickets_author check (user_id is not null or contact_email is not null),
  add constraint support_tickets_resolved check ((status in ('resolved', 'closed')) = (resolved_at is not null));

insert into support_tickets (id, contact_name, contact_email, contact_subject, subject, message, created_at, updated_at,
  sla_response_due)
select id, name, email, subject, subject, message, created_at, created_at, created_at + interval '24 hours'
from contact_messages;
drop table contact_messages;

drop index support_tickets_due;
create index support_tickets_due on support_tickets (sla_response_due)
  where awaiting_answer and status in ('open', 'in_progress', 'escalated');
create index support_tickets_settled on support_tickets (resolved_at);
create index support_tickets_latest on support_tickets (created_at desc);
create index support_tickets_status on support_tickets (status, updated_at desc);
create index support_tickets_assignee on support_tickets (assigned_to, updated_at desc);

create table support_replies (
  id uuid primary key,
  ticket_id uuid not null references support_tickets on delete cascade,
  author_id uuid references profiles on delete set null,
  from_desk boolean not null,
  message text not null,
  created_at timestamptz not null
);
create index support_replies_ticket on support_replies (ticket_id, created_at);

-- What the staff notes about a person. A `support_note` holds ticket_id, note and added_by.
create table customer_interactions (
  id bigint generated always as identity primary key,
  user_id uuid references profiles on delete cascade,
  interaction_type text not null,
  interaction_data jsonb not null,
  source text not null,
  created_at timestamptz not null
);
create index customer_interactions_user on customer_interactions (user_id, id desc);
create index customer_interactions_ticket on customer_interactions ((interaction_data ->> 'ticket_id'))
  where interaction_type = 'support_note';
