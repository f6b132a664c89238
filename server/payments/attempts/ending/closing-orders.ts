/**
 * Orders whose hold has ended and that may still be paid: claimed with a lease, closed, and retried with a backoff.
 */
import { type ExpressionBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { planClosing } from '../../../orders/lifecycle/update-order.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import { LEASE_MS } from '../../lease.ts';
import { unreachableProviderIds } from '../../providers/providers.ts';
import { LIVE_ATTEMPTS } from '../attempts.queries.ts';
import { closeOrder, HARD_RELEASE_MS } from './close-order.ts';

const RETRY_MS = 10_000;

/**
 * Excludes orders that only an unreachable provider could end: they become due at once when it responds again.
 * @returns ids of due orders, now leased; those waiting longest first
 */
export async function claimClosingOrders(context: PaymentsContext, limit: number): Promise<string[]> {
  const { db, clock } = context;
  const now = clock.now();
  const unreachable = unreachableProviderIds(context);
  const dueOrders = db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('closingAt', 'is not', null)
    .where(sql`coalesce(closing_next_at, closing_at)`, '<=', now)
    .$if(unreachable.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          eb('holdExpiresAt', '<=', new Date(now.getTime() - HARD_RELEASE_MS)),
          eb.not(eb.exists(liveAttemptsAt(eb, unreachable))),
        ]),
      ),
    )
    .orderBy('closingAt')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return planClosing(db, dueOrders, new Date(now.getTime() + LEASE_MS));
}

function liveAttemptsAt(eb: ExpressionBuilder<DB, 'orders'>, providers: readonly string[]) {
  return eb
    .selectFrom('paymentAttempts as attempt')
    .select('attempt.id')
    .whereRef('attempt.orderId', '=', 'orders.id')
    .where('attempt.state', 'in', LIVE_ATTEMPTS)
    .where('attempt.provider', 'in', providers);
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
    // `paid` too: if the payment was voided since, the order is still pending.
    if (closed === 'released' || closed === 'not_pending') return;
  } catch (error) {
    context.log.error({ err: error, order: orderId }, 'order could not be closed');
  }
  await planClosing(context.db, [orderId], await nextTry(context, orderId));
}

/**
 * Retried soon if a provider is unreachable: the claim already waits for it, and a backoff would delay the order
 * further.
 */
async function nextTry(context: PaymentsContext, orderId: string): Promise<Date> {
  const soonest = context.clock.now().getTime() + RETRY_MS;
  if (unreachableProviderIds(context).length > 0) return new Date(soonest);
  const { next } = await context.db
    .selectFrom('paymentAttempts')
    .select((eb) => eb.fn.min<Date | null>('nextCheckAt').as('next'))
    .where('orderId', '=', orderId)
    .where('state', '=', 'closing')
    .executeTakeFirstOrThrow();
  return new Date(Math.max(next?.getTime() ?? 0, soonest));
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
