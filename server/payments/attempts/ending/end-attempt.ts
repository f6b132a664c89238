/** Makes one attempt unpayable at the provider, after applying the current state of its payments. */
import { canStillBePaid, moneyWasSeen } from '@mare/domain/payments/payment-state.ts';
import { applySnapshot } from '../../settlement/apply-snapshot.ts';
import { findStoredPayment } from '../../settlement/stored-payments.queries.ts';
import { firstCheckAfterClose, nextCloseTry } from '../../check-schedule.ts';
import type { PaymentSnapshot } from '../../providers/payment-provider.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import { providerOf } from '../../providers/providers.ts';
import type { Attempt } from '../attempts.queries.ts';
import { readPayments } from '../read-payments.ts';

/** `paid`: money was received. `waiting`: the provider still reviews the payment. `unreachable`: the state is unknown. */
export type EndedAttempt = 'ended' | 'paid' | 'waiting' | 'unreachable';

export async function endAttempt(context: PaymentsContext, attempt: Attempt): Promise<EndedAttempt> {
  const ended = await end(context, attempt);
  const now = context.clock.now();
  const isOver = ended === 'ended' || ended === 'paid';
  // Checks of the open attempt do not count towards the backoff.
  const tries = attempt.state === 'closing' ? attempt.checks : 0;
  await context.db
    .updateTable('paymentAttempts')
    .set({
      state: isOver ? 'closed' : 'closing',
      checks: isOver ? 0 : tries + 1,
      nextCheckAt: isOver ? firstCheckAfterClose(now) : nextCloseTry(now, tries),
      request: null,
      updatedAt: now,
    })
    .where('id', '=', attempt.id)
    .where('state', '!=', 'closed')
    .execute();
  return ended;
}

async function end(context: PaymentsContext, attempt: Attempt): Promise<EndedAttempt> {
  const provider = providerOf(context, attempt.provider);
  if (attempt.kind === 'hosted' && attempt.providerRef) {
    const expired = await provider.expireHostedCheckout(attempt.providerRef);
    if (!expired.ok && expired.error.kind !== 'not_found') return 'unreachable';
  }
  const found = await readPayments(context, attempt);
  if (!found.ok) return found.error.kind === 'not_found' ? 'ended' : 'unreachable';
  const outcomes: EndedAttempt[] = [];
  for (const snapshot of found.value) outcomes.push(await endPayment(context, snapshot));
  return (
    (['unreachable', 'paid', 'waiting'] as const).find((outcome) => outcomes.includes(outcome)) ?? 'ended'
  );
}

async function endPayment(context: PaymentsContext, snapshot: PaymentSnapshot): Promise<EndedAttempt> {
  if (!(await isStoredAsPending(context, snapshot))) await applySnapshot(context, snapshot, 'close');
  if (moneyWasSeen(snapshot.state)) return 'paid';
  if (!canStillBePaid(snapshot.state)) return 'ended';
  // A payment under review is not cancelled; the hold is extended until the result.
  if (snapshot.state === 'processing') return 'waiting';
  const cancelled = await providerOf(context, snapshot.provider).cancelPending(snapshot.paymentId);
  if (!cancelled.ok) return 'unreachable';
  await applySnapshot(context, cancelled.value, 'close');
  if (moneyWasSeen(cancelled.value.state)) return 'paid';
  return canStillBePaid(cancelled.value.state) ? 'waiting' : 'ended';
}

/** Skips an unchanged pending payment, which most reservations end with. */
async function isStoredAsPending({ db }: PaymentsContext, snapshot: PaymentSnapshot): Promise<boolean> {
  if (snapshot.state !== 'pending') return false;
  const stored = await findStoredPayment(db, snapshot.provider, snapshot.paymentId);
  return stored?.state === 'pending' && stored.updatedAt.getTime() === snapshot.updatedAt.getTime();
}
