-- Messages of all channels: written in the transaction of what they are about, sent outside of it.
create table outbox (
  id uuid primary key,
  -- Deduplication: a message is written once.
  key text not null unique check (length(key) between 1 and 300),
  -- Messages of a stream are sent one after the other, in the order of their ids.
  stream text check (length(stream) <= 200),
  channel text not null check (channel in ('mail', 'sms', 'whatsapp', 'push')),
  topic text not null check (length(topic) <= 20),
  -- Lower is sent earlier.
  priority smallint not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'skipped', 'rejected', 'parked')),
  -- Masked, for the panel.
  recipient text not null check (length(recipient) <= 200),
  user_id uuid,
  -- SHA-256 of the lower-case e-mail address.
  address_hash bytea check (octet_length(address_hash) = 32),
  -- Compressed and encrypted; erased once the message is settled.
  content bytea,
  attempts integer not null default 0,
  -- Also the end of a worker's lease: a message in progress is due again when its worker is lost.
  due_at timestamptz not null,
  -- Not sent after: a code that no longer counts.
  expires_at timestamptz,
  last_error text check (length(last_error) <= 300),
  created_at timestamptz not null,
  settled_at timestamptz,
  check ((content is not null) = (state in ('waiting', 'parked')))
);
create index outbox_due on outbox (priority, due_at) where state = 'waiting';
create index outbox_parked on outbox (created_at) where state = 'parked';
create index outbox_streams on outbox (stream, id) where state = 'waiting' and stream is not null;
create index outbox_newest on outbox (created_at, id);
create index outbox_address on outbox (address_hash) where address_hash is not null;
create index outbox_user on outbox (user_id) where user_id is not null;

-- Keys that were taken before, and those that the previous version takes during the deployment.
insert into outbox (id, key, channel, topic, priority, state, recipient, due_at, created_at, settled_at)
select gen_random_uuid(), key, case when key like 'whatsapp:%' then 'whatsapp' else 'mail' end, 'order', 1, 'sent', '',
  sent_at, sent_at, sent_at
from sent_mails where length(key) between 1 and 300;

create function copy_sent_mail() returns trigger language plpgsql as $$
begin
  insert into outbox (id, key, channel, topic, priority, state, recipient, due_at, created_at, settled_at)
  values (gen_random_uuid(), new.key, 'mail', 'order', 1, 'sent', '', new.sent_at, new.sent_at, new.sent_at)
  on conflict (key) do nothing;
  return null;
end $$;
create trigger sent_mails_to_outbox after insert on sent_mails for each row execute function copy_sent_mail();
