-- Sales of a stand by Pix had the method and the event of a cash sale.
update provider_payments set method = 'pix'
from stand_sales
where stand_sales.order_id = provider_payments.order_id and stand_sales.paid_with = 'pix'
  and provider_payments.provider = 'cash' and provider_payments.method = 'cash';

update order_events set kind = 'paid_by_pix'
from stand_sales
where stand_sales.order_id = order_events.order_id and stand_sales.paid_with = 'pix'
  and order_events.kind = 'paid_in_cash';
