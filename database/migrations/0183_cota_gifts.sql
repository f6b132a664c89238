alter table rifas add column allow_gifts boolean not null default true;

-- A paid cota that its buyer gives away. It stays with its order, and so do money and refunds; from the claim on the
-- draw knows the recipient in the buyer's place.
create table cota_gifts (
  id uuid primary key,
  -- Unguessable: whoever has it may claim the cota.
  reference text not null unique check (length(reference) between 16 and 64),
  order_id uuid not null references orders on delete cascade,
  rifa_id uuid not null,
  number integer not null check (number >= 1),
  giver_id uuid not null references profiles on delete restrict,
  -- As the giver calls them.
  recipient_name text not null check (recipient_name <> ''),
  recipient_id uuid references profiles on delete restrict,
  created_at timestamptz not null,
  claimed_at timestamptz,
  -- Taken back before it was claimed, or the order's money went back.
  cancelled_at timestamptz,
  constraint cota_gifts_claimed check ((recipient_id is null) = (claimed_at is null)),
  constraint cota_gifts_to_another check (recipient_id <> giver_id)
);
create unique index cota_gifts_once on cota_gifts (order_id, rifa_id, number) where cancelled_at is null;
create index cota_gifts_giver on cota_gifts (giver_id);
create index cota_gifts_recipient on cota_gifts (recipient_id, claimed_at desc) where recipient_id is not null;
create index cota_gifts_claimed_of_rifa on cota_gifts (rifa_id) where claimed_at is not null and cancelled_at is null;
