import { sql } from 'kysely';
import { LAST_TOUCH_DAYS } from '@mare/domain/campaigns/last-touch.ts';

/** Mails with the paid orders that belong to each by last touch; returned cotas are taken off. */
export const messagesWithSales = sql`
  email_messages as message
  left join lateral (
    select count(*) as orders, sum(orders.total_amount - orders.returned_amount) as revenue
    from orders
    where orders.user_id = message.user_id and orders.status = 'paid' and orders.created_at >= message.clicked_at
      and orders.created_at < message.clicked_at + make_interval(days => ${LAST_TOUCH_DAYS}::integer)
      and not exists (
        select from email_messages as later
        where later.user_id = message.user_id and later.clicked_at <= orders.created_at
          and (later.clicked_at, later.id) > (message.clicked_at, message.id))
  ) as sold on message.clicked_at is not null`;
