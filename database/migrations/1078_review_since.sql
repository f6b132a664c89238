-- Since when an order waits for a person. Null for orders that began to wait before this column.
alter table orders add column review_since timestamptz;
