-- What one rifa sells at: cheaper cotas from a quantity on, and plans of its own in the place of the shop's.
alter table rifas
  -- [{"fromQuantity": 10, "priceCentavos": 180}], rising quantities at falling prices.
  add column price_steps jsonb not null default '[]',
  add column purchase_tiers jsonb;

create trigger rifa_terms_stay before update on rifas for each row
  when (old.published_at is not null
    and (new.price_steps, new.purchase_tiers) is distinct from (old.price_steps, old.purchase_tiers))
  execute function rifa_stays_as_published();

-- Who accepted which text. A published regulation stays, so one acceptance holds for every order of the rifa.
create table regulation_acceptances (
  user_id uuid not null references profiles on delete restrict,
  rifa_id uuid not null references rifas on delete restrict,
  regulation_sha256 text not null check (regulation_sha256 ~ '^[0-9a-f]{64}$'),
  accepted_at timestamptz not null,
  primary key (user_id, rifa_id, regulation_sha256)
);
create index regulation_acceptances_rifa on regulation_acceptances (rifa_id);
