import { sql } from 'kysely';
import { emailOrStated } from '../accounts/express/stated-email.ts';
import type { AdminOverview, RecentOrder, WaitingWork } from '@mare/contract/admin/admin.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { cashOwed } from '../orders/reading/cash-owed.ts';
import { areInstantPrizesOnHold, isWinOnHold } from '../orders/reading/prizes-on-hold.ts';
import { disputedNow } from '../orders/reading/disputed-orders.ts';
import { firstRifaTitle, rifasOfOrder } from '../orders/returns/rifas-of-order.ts';
import { stayingCotas } from '../orders/returns/staying-cotas.ts';
import { LEGAL_ROUTES, ROUTE_RULES } from '@mare/domain/rifas/legal/legal-routes.ts';

const TREASURY_ROUTES = LEGAL_ROUTES.filter((route) => ROUTE_RULES[route].lapsesToTreasury);

export type CountedWork = Omit<WaitingWork, 'payments' | 'failingProviders' | 'jobs'>;

/** Counts of pending work for staff, besides payments and jobs. */
export async function countWaitingWork(db: Database, now: Date): Promise<CountedWork> {
  const { rows } = await sql<CountedWork>`
    with ticket as (
      select sla_response_due <= ${now} as overdue from support_tickets
      where awaiting_answer and status in ('open', 'in_progress', 'escalated')
    )
    select
      (select count(*)::int from rifas where status in ('active', 'closed') and draw_date <= ${now}) as draws,
      (select count(*)::int from draw_checks where failing_since is not null) as failing_draws,
      (select count(*)::int from lottery_results where state = 'pending') as results,
      (select count(*)::int from ticket) as tickets,
      (select count(*)::int from ticket where overdue) as overdue_tickets,
      (select count(*)::int from approvals where state = 'waiting') as approvals,
      (select count(*)::int from prize_claims
        join rifa_winners winner on winner.id = prize_claims.winner_id left join orders on orders.id = winner.order_id
        where prize_claims.state = 'claimed' and ${isWinOnHold('winner')} is not true) as prizes,
      (select count(*)::int from prize_claims
        join rifa_winners winner on winner.id = prize_claims.winner_id
        join rifa_legal legal on legal.rifa_id = winner.rifa_id
        where prize_claims.state = 'expired' and prize_claims.treasury_paid_on is null
          and legal.route = any(${TREASURY_ROUTES})) as lapsed_prizes,
      (select count(*)::int from email_campaigns where status = 'paused') as paused_campaigns,
      (select count(*)::int from instant_prizes left join orders on orders.id = order_id
        where found_at is not null and delivered_at is null and voided_at is null
          and ${areInstantPrizesOnHold} is not true) as instant_prizes,
      (select count(*)::int from ranking_winners
        where delivered_at is null and reassigned_at is null and user_id is not null) as ranking_prizes,
      (select count(*)::int from partners where status = 'pending') as partners,
      (select count(*)::int from service_vouchers voucher join partners on partners.id = voucher.partner_id
        where voucher.status = 'pending' and voucher.expires_at > ${now} and partners.status <> 'active') as vouchers,
      (select count(affiliate_id)::int from payouts where status in ('collected', 'approved')) as affiliate_payouts,
      (select count(partner_id)::int from payouts where status in ('collected', 'approved')) as partner_payouts,
      (select count(*)::int from outbox where state = 'parked') as messages
  `.execute(db);
  return rows[0]!;
}

/** Newest first. */
export function selectActiveRifas(db: Database): Promise<AdminOverview['activeRifas']> {
  return db
    .selectFrom('rifas')
    .select(['id', 'title', 'soldNumbers', 'totalNumbers'])
    .where('status', '=', 'active')
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Newest first. */
export async function selectRecentOrders(db: Database, limit: number): Promise<RecentOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.userId')
    .select(['orders.id', 'orders.externalReference', 'orders.totalAmount', 'orders.returnedAmount'])
    .select([stayingCotas.as('quantity'), disputedNow.as('isDisputed'), cashOwed.as('cashOwedCentavos')])
    .select(['orders.status', 'orders.createdAt'])
    .select([firstRifaTitle.as('rifaTitle'), rifasOfOrder.as('rifas')])
    .select(['profiles.name as buyerName', emailOrStated.as('buyerEmail')])
    .orderBy('orders.createdAt', 'desc')
    .orderBy('orders.id')
    .limit(limit)
    .execute();
  return rows.map(({ totalAmount, returnedAmount, status, createdAt, ...order }) => ({
    ...order,
    totalCentavos: centavosFromNumeric(totalAmount),
    returnedCentavos: centavosFromNumeric(returnedAmount),
    status: status as RecentOrder['status'],
    createdAt: createdAt.toISOString(),
  }));
}
