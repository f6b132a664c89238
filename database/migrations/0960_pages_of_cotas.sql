-- Keys of the pages of numbers that a line's cotas are on (domain/numbers/page-key.ts): whoever holds a number is on its page.
-- Null: not computed yet. Mostly one key a line, so a sale writes one entry of the index instead of one for each cota.
alter table order_items add column if not exists cota_pages bigint[];
create index if not exists order_items_cota_pages on order_items using gin (cota_pages) with (fastupdate = off)
  where cota_pages is not null;
create index if not exists order_items_without_pages on order_items (rifa_id) where cota_pages is null;
