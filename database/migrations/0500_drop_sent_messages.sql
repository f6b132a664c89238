-- contracts: the outbox has the keys of sent messages since 0440, and no version in use writes these tables.
drop table sent_mails;
drop function copy_sent_mail();
drop table sent_pushes;
