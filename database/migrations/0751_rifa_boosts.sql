-- A campaign that announces a rifa on sale: besides the mail it is a notification and a push. Not foreign keys: history.
alter table email_campaigns
  add column boosted_rifa_id uuid,
  add column coupon_code text;
create index email_campaigns_boosts on email_campaigns (boosted_rifa_id, created_at desc) where boosted_rifa_id is not null;
