-- What happened to the access and the Pix key of a partner, for the partner to read.
create table partner_security_events (
  id bigint generated always as identity primary key,
  partner_id uuid not null references partners on delete cascade,
  event text not null check (event in ('signed_in', 'wrong_code', 'pix_key_changed', 'change_undone', 'status_changed')),
  -- The /24 or /64 of the address; null for what the shop did.
  network text,
  created_at timestamptz not null
);
create index partner_security_events_partner on partner_security_events (partner_id, id desc);
create index partner_security_events_age on partner_security_events (created_at);
