import { sql } from 'kysely';
import type { OpenMatters } from '@mare/contract/accounts/privacy.ts';
import type { Executor } from '../auth.ts';

/** Terms of use: winners have 30 days to claim. */
const CLAIM_DAYS = 30;

/** What an account is still needed for: until then it cannot be deleted. */
export async function findOpenMatters(db: Executor, userId: string, now: Date): Promise<OpenMatters> {
  const claimsSince = new Date(now.getTime() - CLAIM_DAYS * 86_400_000);
  const { rows } = await sql<OpenMatters>`
    select
      (select count(*)::int from orders where user_id = ${userId} and status = 'pending') as "pendingOrders",
      (select count(distinct item.rifa_id)::int
         from orders
         join order_items item on item.order_id = orders.id
         join rifas on rifas.id = item.rifa_id
        where orders.user_id = ${userId} and orders.status = 'paid'
          and rifas.status not in ('completed', 'cancelled')) as "openDraws",
      (select count(*)::int
         from refunds
         join provider_payments payment using (provider, payment_id)
         join orders on orders.id = payment.order_id
        where orders.user_id = ${userId} and refunds.state not in ('done', 'rejected')) as "refunds",
      (select count(*)::int from rifa_winners
        where user_id = ${userId} and created_at > ${claimsSince}) as "prizes",
      (select count(*)::int from payouts join affiliates on affiliates.id = payouts.affiliate_id
        where affiliates.user_id = ${userId} and payouts.status in ('collected', 'approved')) as "payouts"`.execute(
    db,
  );
  return rows[0]!;
}

export function hasOpenMatters(matters: OpenMatters): boolean {
  return Object.values(matters).some((count) => count > 0);
}
