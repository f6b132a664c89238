-- Further conditions of a campaign's audience. The rifa is not a foreign key: buyers of one that does not exist are none.
alter table email_campaigns
  add column bought_rifa_id uuid,
  add column city text not null default '';
