/** Adds a payment attempt of the other kind to a pending order: a Pix after the hosted checkout, or the reverse. */
import { numericFromCentavos } from '@mare/database/money.ts';
import { withOrderLock } from '../settlement/with-order-lock.ts';
import { LIVE_ATTEMPTS } from './attempts.queries.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { startAttempt, type StartedAttempt } from './start-attempt.ts';

const MIN_HOLD_MS = 2 * 60_000;
const MAX_LIVE_ATTEMPTS = 3;

export type AddAttemptResult =
  | { ok: true; attempt: StartedAttempt }
  | { ok: false; code: 'ORDER_NOT_FOUND' | 'ORDER_CLOSED' | 'HOLD_ENDING' | 'TOO_MANY_ATTEMPTS' };

export async function addAttempt(
  context: PaymentsContext,
  input: { orderId: string; kind: 'hosted' | 'pix' },
): Promise<AddAttemptResult> {
  const known = await findPayableOrder(context.db, input.orderId);
  if (!known) return { ok: false, code: 'ORDER_NOT_FOUND' };
  const chosen = await withOrderLock(context.db, known.externalReference, async (trx) => {
    const order = (await findPayableOrder(trx, input.orderId))!;
    if (order.status !== 'pending' || order.closingAt) return { ok: false, code: 'ORDER_CLOSED' } as const;
    const live = await trx
      .selectFrom('paymentAttempts')
      .select(['id', 'kind', 'state'])
      .where('orderId', '=', order.id)
      .where('state', 'in', LIVE_ATTEMPTS)
      .execute();
    const same = live.find((attempt) => attempt.kind === input.kind && attempt.state !== 'closing');
    if (same) return { ok: true, attemptId: same.id } as const;
    if (order.holdExpiresAt.getTime() - context.clock.now().getTime() < MIN_HOLD_MS)
      return { ok: false, code: 'HOLD_ENDING' } as const;
    if (live.length >= MAX_LIVE_ATTEMPTS) return { ok: false, code: 'TOO_MANY_ATTEMPTS' } as const;
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
  if (!chosen.ok) return chosen;
  return { ok: true, attempt: await startAttempt(context, chosen.attemptId) };
}
