-- The primary key serves the newest entries too, read backwards: one index less to write for each entry.
drop index activity_logs_latest;
