import type { Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { CASH, moneyOut } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { type OrderEvent, ofReturned, orderEvents } from '../../orders/lifecycle/order-events.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { postRefund } from '../settlement/post-refund.ts';
import type { StoredPayment } from '../settlement/stored-payments.queries.ts';
import { completeReturn } from './complete-return.ts';

/**
 * Books a refund that a person paid to the buyer, not the provider, and frees its cotas; a full refund ends the order.
 * The refund is already marked as done. Requires the order's lock.
 * @param payment before the refund
 */
export async function completeRefund(
  context: Pick<PaymentsContext, 'jobs' | 'clock' | 'random'>,
  trx: Transaction<DB>,
  payment: StoredPayment & { orderId: string },
  { refundId, centavos }: { refundId: string; centavos: number },
  { source, ...event }: { source: string } & Pick<OrderEvent, 'isPaidElsewhere'>,
): Promise<void> {
  const { orderId } = payment;
  const now = context.clock.now();
  const [before, after] = [payment.refundedCentavos, payment.refundedCentavos + centavos];
  const isWhole = after === payment.amountCentavos;
  await trx
    .updateTable('providerPayments')
    .set({
      refunded: numericFromCentavos(after),
      ...(isWhole && { state: 'refunded', rawStatus: 'refunded' }),
      // Reports of a provider are ordered by its own clock.
      ...(payment.provider === CASH && { providerUpdatedAt: now }),
      updatedAt: now,
    })
    .where('provider', '=', payment.provider)
    .where('paymentId', '=', payment.paymentId)
    .execute();
  if (payment.disposition !== 'settles') {
    const out = moneyOut(payment, { centavos: before, ofRifas: [] }, { centavos: after, ofRifas: [] }, null);
    await postToLedger(trx, [out], now);
    return;
  }
  const returned = await postRefund(trx, orderId, payment, { before, after }, now);
  await completeReturn(context, trx, orderId, refundId);
  if (!isWhole)
    await context.jobs.enqueue(trx, orderEvents.partlyRefunded, {
      orderId,
      centavos,
      returnedCentavos: after,
      ...ofReturned(returned),
      ...event,
    });
  else if ((await releaseOrder(trx, orderId, 'refunded', source)) === 'released')
    await context.jobs.enqueue(trx, orderEvents.refunded, { orderId, centavos, ...event });
}
