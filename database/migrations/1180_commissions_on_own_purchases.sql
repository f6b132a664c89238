-- A commission on a purchase of the affiliate's own is reversed once both accounts are known to be of one person.
alter table affiliate_commissions
  drop constraint affiliate_commissions_kind_check,
  drop constraint affiliate_commissions_sign;
alter table affiliate_commissions
  add constraint affiliate_commissions_kind_check check (kind in ('sale', 'reversal', 'restored', 'own_purchase')),
  add constraint affiliate_commissions_sign check (
    case when kind in ('reversal', 'own_purchase') then commission_amount <= 0 else commission_amount >= 0 end);
create unique index affiliate_commissions_own_purchase_once on affiliate_commissions (order_id) where kind = 'own_purchase';
