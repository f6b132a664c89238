-- Keys of the pages of numbers that a line's cotas are on (domain/numbers/page-key.ts): whoever holds a number is on its page.
-- Null: not computed yet. Mostly one key a line, in a B-tree, of which a sale logs a sixth of what it would log of an inverted
-- index; that has the lines with several.
alter table order_items add column if not exists cota_pages bigint[];
create index if not exists order_items_cota_page on order_items ((cota_pages[1])) where cardinality(cota_pages) = 1;
create index if not exists order_items_cota_pages on order_items using gin (cota_pages) with (fastupdate = off)
  where cardinality(cota_pages) > 1;
create index if not exists order_items_without_pages on order_items (rifa_id) where cota_pages is null;
