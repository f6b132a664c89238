-- What an announcement was expected to bring when it was sent, in paid orders, from so many earlier campaigns.
alter table email_campaigns
  add column expected_orders_low integer,
  add column expected_orders_high integer,
  add column expected_revenue_low numeric(12, 2),
  add column expected_revenue_high numeric(12, 2),
  add column expected_from_sends smallint,
  add constraint email_campaigns_expected check (num_nonnulls(
    expected_orders_low, expected_orders_high, expected_revenue_low, expected_revenue_high, expected_from_sends) in (0, 5)) not valid;
