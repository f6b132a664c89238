-- A charge-back that the bank takes back gives the commission back, each time that it happens.
alter table affiliate_commissions
  drop constraint affiliate_commissions_kind_check,
  drop constraint affiliate_commissions_sign,
  -- How many times the commission had been given back before this entry.
  add column restored_before integer not null default 0 check (restored_before >= 0);
alter table affiliate_commissions
  add constraint affiliate_commissions_kind_check check (kind in ('sale', 'reversal', 'restored')),
  add constraint affiliate_commissions_sign check (
    case kind when 'reversal' then commission_amount <= 0 else commission_amount >= 0 end);
drop index affiliate_commissions_reversal_once;
create unique index affiliate_commissions_reversal_once
  on affiliate_commissions (order_id, returned_amount, restored_before) where kind = 'reversal';
create unique index affiliate_commissions_restored_once
  on affiliate_commissions (order_id, restored_before) where kind = 'restored';
