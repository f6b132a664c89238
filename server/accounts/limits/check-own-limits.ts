import { checkPurchase, findBlock, monthStart } from '@mare/domain/accounts/own-limits.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasLimits } from './has-limits.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { lockLimits, orderOfRequest, spentSince } from './own-limits.queries.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

/** Lifetime of a spending claim. By then the order exists or the purchase failed. */
export const CLAIM_MS = 2 * 60_000;

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
      /** Remaining amount of this month. */
      leftCentavos: number;
    };

/**
 * Checks a purchase against the responsible-play limits of the buyer's person and records a spending claim. Every
 * purchase path calls this right before it creates the order. A row lock serializes concurrent purchases of a person
 * from all its accounts.
 */
export async function checkOwnLimits(
  platform: Pick<Platform, 'db' | 'pool' | 'caches' | 'clock'>,
  { userId, clientRequestId, totalCentavos }: Purchase,
): Promise<CheckOwnLimitsResult> {
  if (!(await hasLimits(platform, userId))) return { ok: true };
  const { db, clock } = platform;
  return inTransaction<CheckOwnLimitsResult>(db, async (trx) => {
    const now = clock.now();
    const { personId } = await lockAccount(trx, userId);
    const limits = await lockLimits(trx, personId, now);
    const blocked = findBlock(limits, now);
    if (blocked) return { leftCentavos: 0, ...blocked, ok: false, code: 'OWN_LIMIT' };
    if (await orderOfRequest(trx, userId, clientRequestId)) return { ok: true };
    const claimsSince = new Date(now.getTime() - CLAIM_MS);
    const claimKey = claimKeyOf({ userId, clientRequestId });
    await trx
      .deleteFrom('spendingClaims')
      .where('userId', '=', personId)
      .where((row) => row.or([row('createdAt', '<=', claimsSince), row('clientRequestId', '=', claimKey)]))
      .execute();
    const spent = await spentSince(trx, personId, monthStart(now), claimsSince);
    const judged = checkPurchase(limits, spent, totalCentavos, now);
    if (!judged.ok) return { until: null, leftCentavos: 0, ...judged, code: 'OWN_LIMIT' };
    await trx
      .insertInto('spendingClaims')
      .values({
        userId: personId,
        clientRequestId: claimKey,
        amount: numericFromCentavos(totalCentavos),
        createdAt: now,
      })
      .execute();
    return { ok: true };
  });
}

/** Accounts of one person may use equal keys. */
function claimKeyOf({ userId, clientRequestId }: Pick<Purchase, 'userId' | 'clientRequestId'>): string {
  return `${userId} ${clientRequestId}`;
}

/** Releases the claim of a rejected purchase, unless its order exists. */
export async function releaseSpendingClaim(
  platform: Pick<Platform, 'db' | 'pool' | 'caches'>,
  purchase: Pick<Purchase, 'userId' | 'clientRequestId'>,
): Promise<void> {
  const { userId, clientRequestId } = purchase;
  if (!(await hasLimits(platform, userId))) return;
  await platform.db
    .deleteFrom('spendingClaims')
    .where('clientRequestId', '=', claimKeyOf(purchase))
    .where('userId', '=', (eb) =>
      eb.selectFrom('profiles').select('profiles.personId').where('profiles.id', '=', userId),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('orders')
            .select('orders.id')
            .where('orders.userId', '=', userId)
            .where('orders.clientRequestId', '=', clientRequestId),
        ),
      ),
    )
    .execute();
}
