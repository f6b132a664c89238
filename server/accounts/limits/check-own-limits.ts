import { checkPurchase, monthStart } from '@mare/domain/accounts/own-limits.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasLimits } from './has-limits.ts';
import { lockLimits, orderOfRequest, spentSince } from './own-limits.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** A request that was let through has its order by then, or never will. */
const CLAIM_MS = 2 * 60_000;

export interface Purchase {
  userId: string;
  /** The order's idempotency key: the same purchase asked for twice counts once. */
  clientRequestId: string;
  totalCentavos: number;
}

export type CheckOwnLimitsResult =
  | { ok: true }
  | {
      ok: false;
      code: 'OWN_LIMIT';
      reason: 'monthly' | 'paused' | 'excluded';
      /** End of a pause or an exclusion. */
      until: Date | null;
      /** What may still be spent in this month. */
      leftCentavos: number;
    };

/**
 * Whether the limits that a person has set for themselves let a purchase through. To be asked right before the order is
 * made: requests of one person that come at the same instant are counted one after the other.
 */
export async function checkOwnLimits(
  { db, pool, clock }: Pick<Platform, 'db' | 'pool' | 'clock'>,
  { userId, clientRequestId, totalCentavos }: Purchase,
): Promise<CheckOwnLimitsResult> {
  if (!(await hasLimits(pool, userId))) return { ok: true };
  return inTransaction<CheckOwnLimitsResult>(db, async (trx) => {
    const now = clock.now();
    const limits = await lockLimits(trx, userId, now);
    if (await orderOfRequest(trx, userId, clientRequestId)) return { ok: true };
    const claimsSince = new Date(now.getTime() - CLAIM_MS);
    await trx
      .deleteFrom('spendingClaims')
      .where('userId', '=', userId)
      .where((row) =>
        row.or([row('createdAt', '<=', claimsSince), row('clientRequestId', '=', clientRequestId)]),
      )
      .execute();
    const spent = await spentSince(trx, userId, monthStart(now), claimsSince);
    const judged = checkPurchase(limits, spent, totalCentavos, now);
    if (!judged.ok) return { until: null, leftCentavos: 0, ...judged, code: 'OWN_LIMIT' };
    await trx
      .insertInto('spendingClaims')
      .values({ userId, clientRequestId, amount: numericFromCentavos(totalCentavos), createdAt: now })
      .execute();
    return { ok: true };
  });
}

/** After a purchase that was rejected: its amount no longer counts against the monthly limit, unless its order exists. */
export async function releaseSpendingClaim(
  { db, pool }: Pick<Platform, 'db' | 'pool'>,
  { userId, clientRequestId }: Pick<Purchase, 'userId' | 'clientRequestId'>,
): Promise<void> {
  if (!(await hasLimits(pool, userId))) return;
  await db
    .deleteFrom('spendingClaims')
    .where('userId', '=', userId)
    .where('clientRequestId', '=', clientRequestId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.userId', '=', 'spendingClaims.userId')
            .whereRef('orders.clientRequestId', '=', 'spendingClaims.clientRequestId'),
        ),
      ),
    )
    .execute();
}
