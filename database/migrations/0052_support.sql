-- What visitors write without an account.
create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null check (email = lower(email)),
  subject text not null check (subject in ('duvida-rifa', 'problema-pagamento', 'afiliado', 'premio', 'outro')),
  message text not null,
  created_at timestamptz not null
);
create index contact_messages_latest on contact_messages (created_at desc);

create table support_tickets (
  id uuid primary key,
  user_id uuid not null references profiles on delete cascade,
  subject text not null,
  message text not null,
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  status text not null default 'open' check (status in ('open', 'in_progress', 'resolved', 'closed', 'escalated')),
  assigned_to uuid references profiles on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  resolved_at timestamptz,
  satisfaction_rating smallint check (satisfaction_rating between 1 and 5),
  -- When the first answer is due, counted in business hours.
  sla_response_due timestamptz not null
);
create index support_tickets_user on support_tickets (user_id, created_at desc);
create index support_tickets_due on support_tickets (sla_response_due) where status in ('open', 'in_progress', 'escalated');
