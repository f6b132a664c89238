/**
 * Closes an order before it releases it: first makes every attempt unpayable at the provider, then cancels the order
 * and releases its numbers. So numbers are never released while the order can still be paid.
 */
import { releaseOrder } from '../../../orders/lifecycle/release-order.ts';
import { beginClosingOrder } from '../../../orders/lifecycle/update-order.ts';
import { findPayableOrder, type PayableOrder } from '../../payable-order.queries.ts';
import { findLiveAttempts } from '../attempts.queries.ts';
import { findPaymentsOfOrder } from '../../settlement/stored-payments.queries.ts';
import { endAttempt, type EndedAttempt } from './end-attempt.ts';
import { withOrderLock } from '../../settlement/with-order-lock.ts';
import { orderEvents } from '../../../orders/lifecycle/order-events.ts';
import type { PaymentsContext } from '../../payments-context.ts';

/** Time after the hold when numbers are released even if the provider is unreachable: every Pix has expired by then. */
export const HARD_RELEASE_MS = 45 * 60_000;
/** Maximum time that a payment under review by the provider keeps the numbers reserved. */
const MAX_EXAMINATION_MS = 24 * 3_600_000;

export type ClosedOrder = 'released' | 'paid' | 'waiting' | 'not_pending';

export async function closeOrder(
  context: PaymentsContext,
  orderId: string,
  to: 'cancelled' | 'failed' = 'cancelled',
): Promise<ClosedOrder> {
  const order = await beginClosing(context, orderId);
  if (!order) return 'not_pending';
  const outcomes: EndedAttempt[] = [];
  for (const attempt of await findLiveAttempts(context.db, orderId))
    outcomes.push(await endAttempt(context, attempt));
  const overdue = context.clock.now().getTime() - order.holdExpiresAt.getTime();
  if (outcomes.includes('paid')) return 'paid';
  if (outcomes.includes('waiting') && overdue < MAX_EXAMINATION_MS) return 'waiting';
  if (outcomes.includes('unreachable') && overdue < HARD_RELEASE_MS) return 'waiting';
  return release(context, order, to);
}

async function beginClosing(context: PaymentsContext, orderId: string): Promise<PayableOrder | null> {
  await beginClosingOrder(context.db, orderId, context.clock.now());
  const order = await findPayableOrder(context.db, orderId);
  return order?.status === 'pending' ? order : null;
}

function release(
  context: PaymentsContext,
  order: PayableOrder,
  to: 'cancelled' | 'failed',
): Promise<ClosedOrder> {
  return withOrderLock(context.db, order.externalReference, async (trx) => {
    const payments = await findPaymentsOfOrder(trx, order.id);
    const newest = payments.sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime())[0];
    const wasRejected = newest?.state === 'rejected';
    const released = await releaseOrder(trx, order.id, wasRejected ? 'failed' : to);
    if (released !== 'released') return 'not_pending';
    await context.jobs.enqueue(trx, orderEvents.cancelled, { orderId: order.id });
    return 'released';
  });
}
