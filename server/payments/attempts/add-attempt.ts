/**
 * Adds a payment attempt to a pending order: one of the other kind (a Pix after the hosted checkout, or the reverse), or a
 * replacement for an attempt that the provider can no longer start.
 */
import { numericFromCentavos } from '@mare/database/money.ts';
import { withOrderLock } from '../settlement/with-order-lock.ts';
import { type Attempt, findAttempt, LIVE_ATTEMPTS } from './attempts.queries.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import type { ProviderFailure } from '../providers/payment-provider.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { startAttempt, type StartedAttempt } from './start-attempt.ts';

const MIN_HOLD_MS = 2 * 60_000;
/**
 * Per order. Counts attempts that the provider rejected, so that a charge it never accepts is not retried forever.
 */
const MAX_ATTEMPTS = 3;

const STARTED: ReadonlySet<string> = new Set(['creating', 'open', 'unknown']);

export type AddAttemptResult =
  | { ok: true; attempt: StartedAttempt }
  | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_CLOSED' | 'HOLD_ENDING' | 'TOO_MANY_ATTEMPTS' };

interface NewAttempt {
  orderId: string;
  kind: 'hosted' | 'pix';
}

export async function addAttempt(context: PaymentsContext, requested: NewAttempt): Promise<AddAttemptResult> {
  const chosen = await chooseAttempt(context, requested);
  if (!chosen.ok) return chosen;
  const attempt = await startAttempt(context, chosen.attemptId);
  if (attempt.state !== 'unknown' || !isTooOld(await findAttempt(context.db, chosen.attemptId)))
    return { ok: true, attempt };
  const another = await chooseAttempt(context, requested);
  return another.ok ? { ok: true, attempt: await startAttempt(context, another.attemptId) } : another;
}

/**
 * Whether the provider, after an outage, has no charge for this attempt and rejects its request as too old, e.g.
 * because the Pix would be valid for less than 30 minutes. The attempt is still checked for a charge.
 */
function isTooOld(attempt: Pick<Attempt, 'state' | 'lastError'> | null): boolean {
  const error = attempt?.lastError as ProviderFailure | null | undefined;
  return attempt?.state === 'unknown' && error?.kind === 'invalid_request';
}

/** @returns the live attempt of the kind, or a new one */
async function chooseAttempt(
  context: PaymentsContext,
  input: NewAttempt,
): Promise<{ ok: true; attemptId: string } | Extract<AddAttemptResult, { ok: false }>> {
  const known = await findPayableOrder(context.db, input.orderId);
  if (!known) return { ok: false, code: 'ORDER_NOT_FOUND' };
  return withOrderLock(context.db, known.externalReference, async (trx) => {
    const order = (await findPayableOrder(trx, input.orderId))!;
    if (order.status !== 'pending' || order.closingAt) return { ok: false, code: 'ORDER_CLOSED' } as const;
    const attempts = await trx
      .selectFrom('paymentAttempts')
      .select(['id', 'kind', 'state', 'lastError'])
      .where('orderId', '=', order.id)
      .where('state', 'in', [...LIVE_ATTEMPTS, 'refused'])
      .execute();
    const same = attempts.find(
      (attempt) => attempt.kind === input.kind && STARTED.has(attempt.state) && !isTooOld(attempt),
    );
    if (same) return { ok: true, attemptId: same.id } as const;
    if (order.holdExpiresAt.getTime() - context.clock.now().getTime() < MIN_HOLD_MS)
      return { ok: false, code: 'HOLD_ENDING' } as const;
    if (attempts.length >= MAX_ATTEMPTS) return { ok: false, code: 'TOO_MANY_ATTEMPTS' } as const;
    const attemptId = context.random.uuid();
    await trx
      .insertInto('paymentAttempts')
      .values({
        id: attemptId,
        orderId: order.id,
        provider: context.provider.id,
        kind: input.kind,
        idempotencyKey: context.random.uuid(),
        amount: numericFromCentavos(order.totalCentavos),
        createdAt: context.clock.now(),
      })
      .execute();
    return { ok: true, attemptId } as const;
  });
}
