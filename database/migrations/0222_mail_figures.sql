-- The figures of the latest days, without reading all the mails of years.
create index if not exists email_messages_created on email_messages (created_at);
