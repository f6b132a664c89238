import { checkPurchase, monthStart } from '@mare/domain/accounts/own-limits.ts';
import type { Executor } from '../auth.ts';
import { lockAccount } from '../persons/persons.queries.ts';
import { CLAIM_MS } from './check-own-limits.ts';
import { findLimits, lockLimits, spentSince } from './own-limits.queries.ts';

/**
 * Whether the limits of the person allow the payment of an order that had ended: it no longer counted, and the person may
 * have spent the same money again, or paused. Serialized with the person's purchases by a row lock.
 */
export async function allowsLatePayment(
  trx: Executor,
  { userId, totalCentavos }: { userId: string; totalCentavos: number },
  now: Date,
): Promise<boolean> {
  const { personId } = await lockAccount(trx, userId);
  if (!(await findLimits(trx, personId))) return true;
  const limits = await lockLimits(trx, personId, now);
  const spent = await spentSince(trx, personId, monthStart(now), new Date(now.getTime() - CLAIM_MS));
  return checkPurchase(limits, spent, totalCentavos, now).ok;
}
