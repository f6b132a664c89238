-- After a new password the next refresh moves the session to another id: copies of its tokens are worth nothing then.
alter table auth.sessions add column renew_at_refresh boolean not null default false;
