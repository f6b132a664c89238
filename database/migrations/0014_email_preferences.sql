create table email_preferences (
  user_id uuid primary key references profiles on delete cascade,
  marketing_emails boolean not null default true,
  transactional_emails boolean not null default true,
  weekly_newsletter boolean not null default true,
  promotional_emails boolean not null default true,
  updated_at timestamptz not null,
  unsubscribed_at timestamptz
);

-- Addresses that asked for silence, with an account or without: SHA-256 of the lower-case address, no more is needed.
create table mail_suppressions (
  email_hash bytea primary key check (octet_length(email_hash) = 32),
  -- Mails about orders too, and not only advertising.
  everything boolean not null,
  created_at timestamptz not null
);

-- Keys that links in mails are signed with. The database makes its own: 244 random bits.
create table link_keys (
  purpose text primary key,
  key bytea not null check (octet_length(key) = 32)
);
insert into link_keys (purpose, key)
values ('unsubscribe', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
