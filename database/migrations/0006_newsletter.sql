-- Double opt-in: an address counts only once its owner has followed the link in the mail.
create table newsletter_subscribers (
  email text primary key check (email = lower(email)),
  confirmation_hash bytea not null unique,
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  created_at timestamptz not null default now()
);
