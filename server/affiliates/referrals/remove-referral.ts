import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/**
 * Removes the referral that an order proved. If the buyer has other paid orders by a link, the first of them proves it
 * from now on, for the owner of that link.
 */
export async function removeReferral(trx: Transaction<DB>, orderId: string): Promise<void> {
  const removed = await trx
    .deleteFrom('referrals')
    .where('orderId', '=', orderId)
    .returning('referredId')
    .executeTakeFirst();
  if (!removed) return;
  const { referredId } = removed;
  await sql`
    insert into referrals (referrer_id, referred_id, order_id, created_at)
    select referrer.id, buyer.id, linked.id, linked.paid_at
    from (
      select orders.id, orders.user_id, orders.paid_at, affiliates.user_id as referrer_id
      from orders join affiliates on affiliates.id = orders.affiliate_id and affiliates.status = 'active'
      where orders.user_id = ${referredId} and orders.status = 'paid'
      union all
      select orders.id, orders.user_id, orders.paid_at, share_links.user_id
      from orders join share_orders on share_orders.order_id = orders.id
      join share_links on share_links.code = share_orders.code
      where orders.user_id = ${referredId} and orders.status = 'paid'
    ) as linked
    join profiles buyer on buyer.id = linked.user_id
    join profiles referrer on referrer.id = linked.referrer_id and referrer.person_id <> buyer.person_id
    where linked.id <> ${orderId}
    order by linked.paid_at, linked.id limit 1
    on conflict (referred_id) do nothing`.execute(trx);
}
