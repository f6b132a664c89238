-- What a deleted account renounced, or still owed, is written off.
alter table affiliate_commissions
  drop constraint affiliate_commissions_kind_check,
  drop constraint affiliate_commissions_sign;
alter table affiliate_commissions
  add constraint affiliate_commissions_kind_check check (
    kind in ('sale', 'reversal', 'restored', 'own_purchase', 'renounced')),
  add constraint affiliate_commissions_sign check (
    case when kind in ('reversal', 'own_purchase') then commission_amount <= 0
      when kind in ('sale', 'restored') then commission_amount >= 0 else commission_amount <> 0 end);
