-- The log is read a day at a time, too.
create index activity_logs_day on activity_logs (created_at);
