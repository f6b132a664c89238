-- What the sweeps forget by its age.
create index if not exists sent_mails_age on sent_mails using brin (sent_at);
create index if not exists activity_logs_sign_ins on activity_logs (created_at) where action = 'sign-in';
