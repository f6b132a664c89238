import { sql } from 'kysely';
import type { PayoutRisk } from '@mare/contract/affiliates/payouts.ts';
import type { Database } from '@mare/database/connection/connect.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';

/**
 * Fraud signals in the sales of each payout. A buyer shares a network with the affiliate if an order of one came from a
 * network where the other orders or signs in, and a phone if a code was sent to the same number for both. Cotas given to
 * any account of the affiliate's person count as given back.
 */
export async function findPayoutRisks(
  db: Database,
  payoutIds: readonly string[],
): Promise<Map<string, PayoutRisk>> {
  if (payoutIds.length === 0) return new Map();
  const { rows } = await sql<Omit<PayoutRisk, 'reversedCentavos'> & { id: string; reversed: string }>`
    with sales as (
      select payouts.id, affiliates.user_id as affiliate_user, commission.order_id, orders.user_id, orders.network,
        orders.status, buyer.person_id,
        (select greatest(0, coalesce(-sum(reversal.commission_amount), 0)) from affiliate_commissions reversal
          where reversal.order_id = commission.order_id and reversal.kind <> 'sale'
            and reversal.payout_id is null) as reversed
      from payouts
      join affiliates on affiliates.id = payouts.affiliate_id
      join affiliate_commissions commission on commission.payout_id = payouts.id and commission.kind = 'sale'
      join orders on orders.id = commission.order_id
      join profiles buyer on buyer.id = orders.user_id
      where payouts.id = any (${payoutIds}::uuid[])
    )
    select id, count(*)::integer as sales, count(distinct person_id)::integer as buyers,
      count(*) filter (where status in ('refunded', 'charged_back'))::integer as returned,
      sum(reversed) as reversed,
      count(distinct person_id) filter (where network is not null and (
        exists (select from orders own where own.user_id = affiliate_user and own.network = sales.network)
        or exists (select from auth.sessions where sessions.user_id = affiliate_user and host(ip) = sales.network)
      ))::integer as same_network,
      count(distinct person_id) filter (where exists (
        select from persons own join profiles on profiles.person_id = own.id and profiles.id = affiliate_user
        join persons theirs on theirs.id = sales.person_id and theirs.phone_hash = own.phone_hash
      ))::integer as same_phone,
      count(*) filter (where exists (
        select from cota_gifts gift join profiles recipient on recipient.id = gift.recipient_id
        join profiles own on own.id = affiliate_user and own.person_id = recipient.person_id
        where gift.order_id = sales.order_id and gift.claimed_at is not null and gift.cancelled_at is null
      ))::integer as given_back
    from sales group by id`.execute(db);
  return new Map(
    rows.map(({ id, reversed, ...risk }) => [
      id,
      { ...risk, reversedCentavos: centavosFromNumeric(reversed) },
    ]),
  );
}
