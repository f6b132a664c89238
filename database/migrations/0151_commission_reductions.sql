-- A refund in part takes a part of the commission back: several reversals of one sale, each for what had gone back by then.
alter table affiliate_commissions
  drop constraint affiliate_commissions_once,
  -- Of a reversal: how much of the order had gone back to the buyer, in all.
  add column returned_amount numeric(12, 2);
update affiliate_commissions set returned_amount = order_amount where kind = 'reversal';
alter table affiliate_commissions
  add constraint affiliate_commissions_returned check (
    (kind = 'reversal') = (returned_amount is not null) and returned_amount > 0 and returned_amount <= order_amount);
create unique index affiliate_commissions_sale_once on affiliate_commissions (order_id) where kind = 'sale';
create unique index affiliate_commissions_reversal_once on affiliate_commissions (order_id, returned_amount)
  where kind = 'reversal';
