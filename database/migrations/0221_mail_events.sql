-- What a mail provider told of mails that it had taken: each event once, by the id under which it was told. Of whom it
-- told stands in mail_bounces and in the preferences.
create table mail_events (
  id text primary key check (length(id) between 1 and 240),
  type text not null check (type in ('bounce', 'complaint')),
  received_at timestamptz not null
);
create index mail_events_received on mail_events (received_at);

-- Told after the mail had been taken: that the next one is taken too proves nothing.
alter table mail_bounces add column reported boolean not null default false;
