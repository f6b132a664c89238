/**
 * Ends many reservations at once. Nearly all of them hold one unpaid Pix: each is cancelled at the provider, then
 * many are released per transaction (group commit), because twenty statements for each would take longer than the
 * provider. All others are left to `closeOrder`.
 */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import { orderEvents } from '../../../orders/lifecycle/order-events.ts';
import { releaseLocked } from '../../../orders/lifecycle/release-order.ts';
import { createBatchLoader } from '../../../platform/caching/batch-loader.ts';
import { retryOnConflict } from '../../../platform/database/retry-on-conflict.ts';
import { firstCheckAfterClose } from '../../check-schedule.ts';
import type { PaymentSnapshot } from '../../providers/payment-provider.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import { providerOf } from '../../providers/providers.ts';
import { storeSnapshots } from '../../settlement/stored-payments.queries.ts';
import { lockOrderReferences } from '../../settlement/with-order-lock.ts';
import { findOnlyCharges, LIVE_ATTEMPTS, type OnlyCharge } from '../attempts.queries.ts';

/** Orders per transaction, small so that buyers barely wait for locked pages. */
const ORDERS_PER_BATCH = 100;
const WIDTH = 2;

interface CancelledCharge extends OnlyCharge {
  snapshot: PaymentSnapshot;
}

/**
 * @returns a function that ends one order that is being closed; false: it is not of that kind, and nothing was
 * released
 */
export function createUnpaidOrderEnder(context: PaymentsContext): (orderId: string) => Promise<boolean> {
  const charges = createBatchLoader(async (orderIds: string[]) => {
    const found = await findOnlyCharges(context.db, orderIds);
    return orderIds.map((orderId) => found.get(orderId));
  });
  const releases = createBatchLoader(
    async (cancelled: CancelledCharge[]) => {
      const released = await releaseUnpaid(context, cancelled);
      return cancelled.map(({ orderId }) => released.has(orderId));
    },
    { width: WIDTH, size: ORDERS_PER_BATCH },
  );
  return async (orderId) => {
    const charge = await charges.load(orderId);
    const snapshot = charge && (await cancelUnpaid(context, charge));
    return snapshot ? releases.load({ ...charge, snapshot }) : false;
  };
}

/**
 * Reads the payment first where it may be under review, which must not be cancelled; elsewhere the provider rejects
 * the cancellation of a paid charge.
 */
async function cancelUnpaid(
  context: PaymentsContext,
  { provider: id, paymentId, externalReference }: OnlyCharge,
): Promise<PaymentSnapshot | null> {
  const provider = providerOf(context, id);
  if (provider.reviewsPayments) {
    const read = await provider.getPayment(paymentId);
    if (!read.ok || read.value.state !== 'pending') return null;
  }
  const cancelled = await provider.cancelPending(paymentId);
  if (!cancelled.ok || cancelled.value.state !== 'cancelled') return null;
  return cancelled.value.externalReference === externalReference ? cancelled.value : null;
}

/** @returns ids of the released orders, without orders that changed concurrently */
function releaseUnpaid(context: PaymentsContext, charges: CancelledCharge[]): Promise<Set<string>> {
  return retryOnConflict(() =>
    context.db.transaction().execute(async (trx) => {
      await lockOrderReferences(
        trx,
        charges.map(({ externalReference }) => externalReference),
      );
      const orders = await lockUnpaidOrders(trx, charges);
      const released = new Set(orders.map(({ id }) => id));
      const ended = charges.filter(({ orderId }) => released.has(orderId));
      if (ended.length === 0) return released;
      await storeSnapshots(
        trx,
        ended.map(({ snapshot, orderId }) => ({ snapshot, orderId, disposition: 'open' })),
      );
      const now = context.clock.now();
      await trx
        .updateTable('paymentAttempts')
        .set({ state: 'closed', checks: 0, nextCheckAt: firstCheckAfterClose(now), updatedAt: now })
        .set({ request: null })
        .where(
          'id',
          'in',
          ended.map(({ attemptId }) => attemptId),
        )
        .execute();
      await releaseLocked(trx, orders, 'pending', 'cancelled', 'payment');
      await context.jobs.enqueueMany(
        trx,
        orderEvents.cancelled,
        ended.map(({ orderId }) => ({ orderId })),
      );
      context.log.info({ orders: released.size }, 'unpaid reservations ended');
      return released;
    }),
  );
}

/** Orders that are still being closed and have only this charge, stored as pending. */
async function lockUnpaidOrders(trx: Transaction<DB>, charges: readonly CancelledCharge[]) {
  const { rows } = await sql<{ id: string; userId: string; totalAmount: string; returnedAmount: string }>`
    select o.id, o.user_id, o.total_amount, o.returned_amount
    from orders o
    join unnest(${charges.map(({ orderId }) => orderId)}::uuid[],
      ${charges.map(({ attemptId }) => attemptId)}::uuid[],
      ${charges.map(({ provider }) => provider)}::text[],
      ${charges.map(({ paymentId }) => paymentId)}::text[],
      ${charges.map(({ snapshot }) => snapshot.updatedAt)}::timestamptz[]
    ) as t (order_id, attempt_id, provider, payment_id, updated_at) on t.order_id = o.id
    where o.status = 'pending' and o.closing_at is not null
      and not exists (select from payment_attempts a
        where a.order_id = o.id and a.id <> t.attempt_id and a.state = any(${[...LIVE_ATTEMPTS]}::text[]))
      and not exists (select from provider_payments p where p.order_id = o.id and p.payment_id <> t.payment_id)
      and exists (select from provider_payments p
        where p.order_id = o.id and p.provider = t.provider and p.payment_id = t.payment_id
          and p.state = 'pending' and p.disposition = 'open' and p.provider_updated_at <= t.updated_at)
    order by o.id for update of o`.execute(trx);
  return rows.map((order) => ({ ...order, status: 'pending' satisfies OrderStatus as OrderStatus }));
}
