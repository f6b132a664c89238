import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';

/** A disputed payment may still be reversed. In a query of `orders`. */
export const isDisputed = sql<boolean>`(orders.status = 'paid' and orders.disputed_at is not null)`;

/**
 * Whether a payout of sales paid before an instant includes the commission, in a query of `affiliate_commissions` as
 * `commission` with its `orders`.
 */
export function isDue(endsBefore: Date): RawBuilder<boolean> {
  return sql<boolean>`(commission.payout_id is null
    -- What a reversal took or gave back counts with its sale, or at once if the sale was paid out.
    and exists (
      select from affiliate_commissions sale
      where sale.order_id = commission.order_id and sale.kind = 'sale'
        and (sale.payout_id is not null or sale.confirmed_at < ${endsBefore}))
    and not ${isDisputed})`;
}

/**
 * Centavos that a payout of sales paid before an instant would include now, those in an unpaid payout, and those on
 * hold until the end of a dispute.
 */
export async function sumForPayout(
  db: Kysely<DB>,
  affiliateId: string,
  endsBefore: Date,
): Promise<{ dueCentavos: number; collectedCentavos: number; disputedCentavos: number }> {
  const { rows } = await sql<{ due: string; collected: string; disputed: string }>`
    select coalesce(sum(commission_amount) filter (where ${isDue(endsBefore)}), 0)::text as due,
      coalesce(sum(commission_amount) filter (where commission.payout_id is not null), 0)::text as collected,
      coalesce(sum(commission_amount) filter (where commission.payout_id is null and ${isDisputed}), 0)::text as disputed
    from affiliate_commissions commission join orders on orders.id = commission.order_id
    where commission.affiliate_id = ${affiliateId} and commission.status = 'pending'`.execute(db);
  const { due, collected, disputed } = rows[0]!;
  return {
    dueCentavos: centavosFromNumeric(due),
    collectedCentavos: centavosFromNumeric(collected),
    disputedCentavos: centavosFromNumeric(disputed),
  };
}
