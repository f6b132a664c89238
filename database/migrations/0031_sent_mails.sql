-- Mails that must go out once: the key is taken in the transaction that sends, so that a job run twice sends one.
create table sent_mails (
  key text primary key,
  sent_at timestamptz not null default now()
);
drop index payment_attempts_unanswered;
