-- A draft is stored from its first field on: its price may still be missing. Publishing requires one.
alter table rifas
  drop constraint rifas_price_check,
  add constraint rifas_price_check check (price > 0 or (price = 0 and status = 'draft'));
