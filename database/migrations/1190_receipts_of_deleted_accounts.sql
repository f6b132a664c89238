-- With the nonce of a receipt, names and CPFs can be tested against its commitment, so it is deleted with the account.
alter table order_receipts alter column nonce drop not null;
drop trigger order_receipts_final on order_receipts;
create trigger order_receipts_final before update on order_receipts
  for each row
  when (new.nonce is not null or (new.order_id, new.receipt) is distinct from (old.order_id, old.receipt))
  execute function refuse_log_change();

update order_receipts set nonce = null
  where order_id in (
    select orders.id from orders join profiles on profiles.id = orders.user_id where profiles.deleted_at is not null);
update orders set receipt_nonce = null
  where receipt_nonce is not null
    and user_id in (select id from profiles where deleted_at is not null);
