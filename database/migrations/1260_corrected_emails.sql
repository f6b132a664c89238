-- expands: marks accounts whose confirmed e-mail support corrected. Confirming the new one keeps their data.
alter table auth.users add column email_corrected_at timestamptz;
comment on column auth.users.email_corrected_at is
  'When staff replaced the e-mail of an account that was confirmed, or had none. Confirming the new one keeps the account.';

-- An account with an unconfirmed e-mail cannot sign in: these were confirmed, or had no e-mail, before the correction.
update auth.users set email_corrected_at = now()
where email is not null and email_confirmed_at is null and last_sign_in_at is not null
  and exists (
    select from activity_logs
    where action = 'correct-contact' and entity_type = 'person' and entity_id = users.id::text);
