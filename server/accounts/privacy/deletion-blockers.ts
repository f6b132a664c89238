import { sql } from 'kysely';
import type { OpenMatters } from '@mare/contract/accounts/open-matters.ts';
import { reachesMinimumPayout } from '@mare/domain/affiliates/payout.ts';
import type { Executor } from '../auth.ts';

/** Records that still need the account and block its deletion. */
export async function findDeletionBlockers(db: Executor, userId: string, now: Date): Promise<OpenMatters> {
  const { rows } = await sql<OpenMatters>`
    select
      (select count(*)::int from orders where user_id = ${userId} and status = 'pending') as "pendingOrders",
      (select count(*)::int from rifas
        where status not in ('completed', 'cancelled') and id in (
          select item.rifa_id from orders join order_items item on item.order_id = orders.id
           where orders.user_id = ${userId} and orders.status = 'paid'
          union
          select gift.rifa_id from cota_gifts gift join orders on orders.id = gift.order_id
           where gift.recipient_id = ${userId} and gift.cancelled_at is null and orders.status = 'paid'
        )) as "openDraws",
      (select count(*)::int
         from refunds
         join provider_payments payment using (provider, payment_id)
         join orders on orders.id = payment.order_id
        where orders.user_id = ${userId} and (refunds.state not in ('done', 'rejected')
          -- No admin has decided about a rejected refund yet.
          or refunds.state = 'rejected' and refunds.reviewed_at is null
          or refunds.owed_again_since is not null)) as "refunds",
      (select count(*)::int
         from rifa_winners
         join prize_claims claim on claim.winner_id = rifa_winners.id
        where user_id = ${userId}
          and (claim.state in ('claimed', 'sent') or (claim.state = 'open' and claim.claim_until > ${now})))
      + (select count(*)::int from instant_prizes
        where user_id = ${userId} and voided_at is null and delivered_at is null) as "prizes",
      (select count(*)::int from payouts join affiliates on affiliates.id = payouts.affiliate_id
        where affiliates.user_id = ${userId} and payouts.status in ('collected', 'approved')) as "payouts",
      (select count(*)::int from affiliates
        where user_id = ${userId} and 0 > (select coalesce(sum(commission_amount), 0) from affiliate_commissions
          where affiliate_id = affiliates.id and status = 'pending')) as "debts",
      (select greatest(coalesce(sum(commission_amount), 0) * 100, 0)::int
         from affiliate_commissions commission join affiliates on affiliates.id = commission.affiliate_id
        where affiliates.user_id = ${userId} and commission.status = 'pending' and commission.payout_id is null)
        as "unpaidCommissionsCentavos"`.execute(db);
  return rows[0]!;
}

export function hasDeletionBlockers({ unpaidCommissionsCentavos, ...counts }: OpenMatters): boolean {
  return reachesMinimumPayout(unpaidCommissionsCentavos) || Object.values(counts).some((count) => count > 0);
}
