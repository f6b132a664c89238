import { checkPurchase, monthStart } from '@mare/domain/accounts/own-limits.ts';
import type { Executor } from '../auth.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { CLAIM_MS } from './check-own-limits.ts';
import { findLimits, lockLimits, spentSince } from './own-limits.queries.ts';

/**
 * Why a payment that arrives after its order ended must be refunded: the buyer deleted the account, or the person's
 * limits forbid the purchase. An ended order does not count towards the limits, so the person may have spent that
 * amount again, or paused. A row lock serializes this with the person's purchases and with the deletion.
 */
export async function rejectLatePayment(
  trx: Executor,
  { userId, totalCentavos }: { userId: string; totalCentavos: number },
  now: Date,
): Promise<'buyer_gone' | 'over_limit' | null> {
  const { personId, isDeleted } = await lockAccount(trx, userId);
  if (isDeleted) return 'buyer_gone';
  if (!(await findLimits(trx, personId))) return null;
  const limits = await lockLimits(trx, personId, now);
  const spent = await spentSince(trx, personId, monthStart(now), new Date(now.getTime() - CLAIM_MS));
  return checkPurchase(limits, spent, totalCentavos, now).ok ? null : 'over_limit';
}
