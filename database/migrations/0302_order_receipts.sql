-- Salt of the order's receipt in the public log, made in the buyer's browser. Null: made at payment.
alter table orders add column receipt_nonce bytea
  constraint orders_receipt_nonce_length check (length(receipt_nonce) = 32);

-- What the buyer was given as evidence at payment. The text names no person; its SHA-256 is in the public log.
create table order_receipts (
  order_id uuid primary key references orders on delete cascade,
  receipt text not null,
  nonce bytea not null check (length(nonce) = 32)
);
create trigger order_receipts_final before update on order_receipts
  for each row execute function refuse_log_change();
