import { checkPurchase, monthStart } from '@mare/domain/accounts/own-limits.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasLimits } from './has-limits.ts';
import { lockLimits, orderOfRequest, spentSince } from './own-limits.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** Lifetime of a spending claim: by then its order exists or was not made. */
const CLAIM_MS = 2 * 60_000;

export interface Purchase {
  userId: string;
  /** Idempotency key of the order: a repeated purchase counts once. */
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
      /** Left to spend in this month. */
      leftCentavos: number;
    };

/**
 * Checks a purchase against the buyer's responsible-play limits and records a spending claim. Call it right before the
 * order is created: concurrent purchases of a buyer are serialized by a row lock.
 */
export async function checkOwnLimits(
  platform: Pick<Platform, 'db' | 'pool' | 'caches' | 'clock'>,
  { userId, clientRequestId, totalCentavos }: Purchase,
): Promise<CheckOwnLimitsResult> {
  if (!(await hasLimits(platform, userId))) return { ok: true };
  const { db, clock } = platform;
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

/** Releases the claim of a rejected purchase, unless its order exists. */
export async function releaseSpendingClaim(
  platform: Pick<Platform, 'db' | 'pool' | 'caches'>,
  { userId, clientRequestId }: Pick<Purchase, 'userId' | 'clientRequestId'>,
): Promise<void> {
  if (!(await hasLimits(platform, userId))) return;
  await platform.db
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
