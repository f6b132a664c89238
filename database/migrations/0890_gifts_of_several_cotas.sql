-- Several cotas of one gift have one reference, and are claimed together.
alter table cota_gifts
  drop constraint cota_gifts_reference_key,
  -- Counted in the recipient's share of a rifa with a limit per person.
  add column counted boolean not null default false;
create unique index cota_gifts_reference on cota_gifts (reference, number);
