-- The user's choice: not listed in any ranking, and no prize of one.
alter table profiles add column hidden_from_rankings boolean not null default false;
