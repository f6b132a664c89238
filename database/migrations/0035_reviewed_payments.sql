-- When a person dealt with money of another system, or with a hint that could not be read, and what they wrote down.
alter table provider_payments add column reviewed_at timestamptz, add column review_note text;
alter table webhook_inbox add column reviewed_at timestamptz, add column review_note text;
alter table refunds add column review_note text;
