-- When a person dealt with a refund that the provider had refused.
alter table refunds add column reviewed_at timestamptz;
