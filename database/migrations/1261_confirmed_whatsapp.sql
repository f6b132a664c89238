-- expands: accounts that have confirmed a WhatsApp number. The number itself is forgotten when its messages are turned off.
create table whatsapp_confirmations (
  user_id uuid primary key references profiles on delete cascade,
  confirmed_at timestamptz not null
);
comment on table whatsapp_confirmations is
  'Accounts that have confirmed a WhatsApp number. From then on another one needs a recent proof.';

insert into whatsapp_confirmations (user_id, confirmed_at)
select user_id, confirmed_at from whatsapp_contacts where confirmed_at is not null;
