-- When the payout was last exported for the bank. Later exports omit it, so that it is not paid twice.
alter table payouts add column exported_at timestamptz;
