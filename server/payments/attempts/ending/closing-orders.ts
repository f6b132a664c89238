/** Orders whose hold has ended and that may still be paid: claimed with a lease, closed, tried again with a backoff. */
import { sql } from 'kysely';
import { planClosing } from '../../../orders/lifecycle/update-order.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import { LEASE_MS } from '../../lease.ts';
import { closeOrder } from './close-order.ts';

const RETRY_MS = 10_000;

/** @returns ids of due orders, now leased; those waiting longest first */
export async function claimClosingOrders({ db, clock }: PaymentsContext, limit: number): Promise<string[]> {
  const now = clock.now();
  const due = db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('closingAt', 'is not', null)
    .where(sql`coalesce(closing_next_at, closing_at)`, '<=', now)
    .orderBy('closingAt')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return planClosing(db, due, new Date(now.getTime() + LEASE_MS));
}

/** For orders that this worker is still closing. */
export async function renewClosingLeases(
  { db, clock }: PaymentsContext,
  orderIds: readonly string[],
): Promise<void> {
  await planClosing(db, orderIds, new Date(clock.now().getTime() + LEASE_MS));
}

/**
 * Closes a claimed order, or plans the next try.
 * @param endUnpaidOrder of `createUnpaidOrderEnder`
 */
export async function closeClaimedOrder(
  context: PaymentsContext,
  endUnpaidOrder: (orderId: string) => Promise<boolean>,
  orderId: string,
): Promise<void> {
  try {
    if (await endUnpaidOrder(orderId)) return;
    const closed = await closeOrder(context, orderId);
    // `paid` too: a payment voided since then leaves the order pending.
    if (closed === 'released' || closed === 'not_pending') return;
  } catch (error) {
    context.log.error({ err: error, order: orderId }, 'order could not be closed');
  }
  const { next } = await context.db
    .selectFrom('paymentAttempts')
    .select((eb) => eb.fn.min<Date | null>('nextCheckAt').as('next'))
    .where('orderId', '=', orderId)
    .where('state', '=', 'closing')
    .executeTakeFirstOrThrow();
  const now = context.clock.now().getTime();
  await planClosing(context.db, [orderId], new Date(Math.max(next?.getTime() ?? 0, now + RETRY_MS)));
}

/** @returns milliseconds until the next hold ends; null: there is none */
export async function nextHoldEndMs({ db, clock }: PaymentsContext): Promise<number | null> {
  const { next } = await db
    .selectFrom('orders')
    .select((eb) => eb.fn.min<Date | null>('holdExpiresAt').as('next'))
    .where('status', '=', 'pending')
    .where('closingAt', 'is', null)
    .executeTakeFirstOrThrow();
  return next && next.getTime() - clock.now().getTime();
}
