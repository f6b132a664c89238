/** Reads one attempt's payments from the provider and applies them. Needs no webhook. */
import { canStillBePaid } from '@mare/domain/payments/payment-state.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import type { SnapshotSource } from '../settlement/snapshot-source.ts';
import {
  firstCheckAfterClose,
  nextCheckAfterClose,
  nextOpenCheck,
  nextUnknownCheck,
} from '../check-schedule.ts';
import { endAttempt } from './ending/end-attempt.ts';
import type { PaymentSnapshot, ProviderFailure } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findAttempt, type Attempt } from './attempts.queries.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import { readPayments } from './read-payments.ts';
import { startAttempt } from './start-attempt.ts';

/**
 * Maximum age at which an unanswered create is retried with its idempotency key; after it the charge is only searched
 * for.
 */
const REPEAT_CREATE_MS = 90_000;

export async function checkAttempt(
  context: PaymentsContext,
  attemptId: string,
  source: SnapshotSource,
): Promise<void> {
  const attempt = await findAttempt(context.db, attemptId);
  if (!attempt) return;
  if (attempt.state === 'closing') return continueClosing(context, attempt);
  const mayNotExist = attempt.state === 'creating' || attempt.state === 'unknown';
  const age = context.clock.now().getTime() - attempt.createdAt.getTime();
  const wasNeverSent = attempt.request === null;
  if (mayNotExist && (wasNeverSent || age < REPEAT_CREATE_MS)) {
    await startAttempt(context, attempt.id);
    return;
  }
  const found = await readPayments(context, attempt);
  if (found.ok) for (const snapshot of found.value) await applySnapshot(context, snapshot, source);
  if (mayNotExist && found.ok) await closeFoundCharge(context, attempt, found.value);
  await planNextCheck(context, attempt.id, found.ok ? null : found.error);
}

/** Skipped for an order that is being closed, whose attempts the closing loop ends. */
async function continueClosing(context: PaymentsContext, attempt: Attempt): Promise<void> {
  const order = await findPayableOrder(context.db, attempt.orderId);
  if (order?.status === 'pending' && order.closingAt) return;
  await endAttempt(context, attempt);
}

/** Closes a charge found for an unanswered create: its code was never shown to the buyer. */
async function closeFoundCharge(
  context: PaymentsContext,
  attempt: Attempt,
  found: PaymentSnapshot[],
): Promise<void> {
  const known = await context.db
    .selectFrom('paymentAttempts')
    .select('providerRef')
    .where('orderId', '=', attempt.orderId)
    .execute();
  const lost = found.find(
    (payment) => canStillBePaid(payment.state) && known.every((row) => row.providerRef !== payment.paymentId),
  );
  if (!lost || attempt.kind !== 'pix') return;
  await context.db
    .updateTable('paymentAttempts')
    .set({ state: 'closing', providerRef: lost.paymentId, nextCheckAt: context.clock.now(), request: null })
    .where('id', '=', attempt.id)
    .where('state', '=', 'unknown')
    .execute();
}

/** There are few checks after the end, so a failed one is retried; otherwise a late payment would be missed. */
const isUnanswered = ({ kind }: ProviderFailure) => kind === 'unavailable' || kind === 'auth';

async function planNextCheck(
  context: PaymentsContext,
  attemptId: string,
  failure: ProviderFailure | null,
): Promise<void> {
  const now = context.clock.now();
  const attempt = await findAttempt(context.db, attemptId);
  if (!attempt || attempt.state === 'closing' || attempt.state === 'refused') return;
  const { state, checks, nextCheckAt } = attempt;
  const isRepeated = state === 'closed' && failure !== null && isUnanswered(failure);
  const next =
    state === 'open'
      ? nextOpenCheck(now, checks + 1)
      : state !== 'closed'
        ? nextUnknownCheck(now, checks + 1)
        : nextCheckAt && (isRepeated ? firstCheckAfterClose(now) : nextCheckAfterClose(now, checks));
  await context.db
    .updateTable('paymentAttempts')
    .set({ nextCheckAt: next, checks: isRepeated ? checks : checks + 1, lastCheckedAt: now })
    .where('id', '=', attempt.id)
    .where('state', '=', state)
    .execute();
}
