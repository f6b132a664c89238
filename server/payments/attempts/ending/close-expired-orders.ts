/** Closes orders whose hold has expired, and retries those that could not be closed yet. */
import { expireOrders } from '../../../orders/lifecycle/expire-orders.ts';
import { orderEvents } from '../../../orders/lifecycle/order-events.ts';
import { closeOrder } from './close-order.ts';
import type { PaymentsContext } from '../../payments-context.ts';

const CONCURRENCY = 8;

export async function closeExpiredOrders(context: PaymentsContext): Promise<void> {
  await expireOrders(context, async (trx, released) => {
    for (const orderId of released) await context.jobs.enqueue(trx, orderEvents.cancelled, { orderId });
  });
  const orderIds = await findClosingOrders(context);
  for (let first = 0; first < orderIds.length; first += CONCURRENCY)
    await Promise.all(
      orderIds
        .slice(first, first + CONCURRENCY)
        .map((orderId) =>
          closeOrder(context, orderId).catch((error: unknown) =>
            context.log.error({ err: error, order: orderId }, 'order could not be closed'),
          ),
        ),
    );
}

/** Skips orders whose attempts wait for their next retry. */
async function findClosingOrders({ db, clock }: PaymentsContext): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('status', '=', 'pending')
    .where('closingAt', 'is not', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('paymentAttempts')
            .select('id')
            .whereRef('orderId', '=', 'orders.id')
            .where('state', '=', 'closing')
            .where('checks', '>', 0)
            .where('nextCheckAt', '>', clock.now()),
        ),
      ),
    )
    .orderBy('closingAt')
    .limit(500)
    .execute();
  return rows.map((row) => row.id);
}
