-- Messages of tickets that come by e-mail or WhatsApp.
alter table support_tickets
  -- Of the first message.
  add column channel text not null default 'site' check (channel in ('site', 'email', 'whatsapp')),
  -- Part of the address that replies to its mails go to; null before the first mail.
  add column reply_token text unique check (reply_token ~ '^[a-z2-7]{26}$');
alter table support_replies
  add column channel text not null default 'site' check (channel in ('site', 'email', 'whatsapp'));

-- What came in: delivered again, it is ignored.
create table support_inbound (
  channel text not null check (channel in ('email', 'whatsapp')),
  -- Hash of what identifies the message at its sender.
  key bytea not null,
  -- Written before the ticket that it opens.
  ticket_id uuid not null references support_tickets on delete cascade deferrable initially deferred,
  -- Of a mail, for In-Reply-To.
  message_id text,
  received_at timestamptz not null,
  primary key (channel, key)
);
create index support_inbound_ticket on support_inbound (ticket_id, received_at desc);
create index support_inbound_age on support_inbound (received_at);
