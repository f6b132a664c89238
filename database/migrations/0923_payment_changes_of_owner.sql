-- The running version writes payments before its role may write payment_changes.
alter function record_payment_changes() security definer;
alter function record_payment_changes() set search_path = public, pg_temp;
