-- A refund that the provider rejected and a person paid by other means.
alter table refunds add column paid_elsewhere_at timestamptz;
comment on column refunds.paid_elsewhere_at is
  'When it was recorded as paid from the organiser''s own account, after the provider had rejected it.';
