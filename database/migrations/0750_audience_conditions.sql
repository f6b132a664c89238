-- Recency, value, tags and consent as conditions of a campaign's audience. Null or empty: regardless.
alter table email_campaigns
  add column bought_within_days integer check (bought_within_days between 1 and 3650),
  add column absent_days integer check (absent_days between 1 and 3650),
  add column min_spent numeric(12, 2) check (min_spent >= 0),
  add column max_spent numeric(12, 2) check (max_spent >= 0),
  add column tags text[] not null default '{}',
  add column consents text[] not null default '{}' check (consents <@ '{measurement,marketing}');
