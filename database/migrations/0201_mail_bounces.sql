-- Addresses whose mail server takes no mail for them: SHA-256 of the lower-case address, no more is needed.
create table mail_bounces (
  email_hash bytea primary key check (octet_length(email_hash) = 32),
  -- What the mail server said.
  answer text not null check (length(answer) <= 300),
  created_at timestamptz not null
);

alter table email_messages add column bounced_at timestamptz;
