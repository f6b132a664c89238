-- Codes that prove the owner's presence before a sensitive change.
alter table auth.one_time_tokens
  drop constraint one_time_tokens_kind_check,
  add constraint one_time_tokens_kind_check check (
    kind in ('signup', 'recovery', 'magiclink', 'email_change_new', 'email_change_current', 'reauthentication')
  );
