import type { Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { moneyOut } from '@mare/domain/payments/ledger.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { releaseOrder } from '../../orders/lifecycle/release-order.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findRifaShares } from '../payable-order.queries.ts';
import type { StoredPayment } from '../settlement/stored-payments.queries.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';

/**
 * Records a cash refund. No provider is involved, so the refund is done at once. A full refund ends the order.
 */
export async function returnCash(
  context: Pick<PaymentsContext, 'jobs' | 'clock'>,
  trx: Transaction<DB>,
  payment: StoredPayment,
  { refundId, amountCentavos }: { refundId: string; amountCentavos: number },
): Promise<void> {
  const orderId = payment.orderId!;
  const now = context.clock.now();
  const refunded = payment.refundedCentavos + amountCentavos;
  const isWhole = refunded === payment.amountCentavos;
  await trx
    .updateTable('refunds')
    .set({ state: 'done', updatedAt: now })
    .where('id', '=', refundId)
    .execute();
  await trx
    .updateTable('providerPayments')
    .set({
      refunded: numericFromCentavos(refunded),
      ...(isWhole && { state: 'refunded', rawStatus: 'refunded' }),
      providerUpdatedAt: now,
      updatedAt: now,
    })
    .where('provider', '=', payment.provider)
    .where('paymentId', '=', payment.paymentId)
    .execute();
  const shares = await findRifaShares(trx, orderId);
  await postToLedger(trx, [moneyOut(payment, payment.refundedCentavos, refunded, shares)]);
  if (!isWhole)
    await context.jobs.enqueue(trx, orderEvents.partlyRefunded, {
      orderId,
      centavos: amountCentavos,
      returnedCentavos: refunded,
    });
  else if ((await releaseOrder(trx, orderId, 'refunded', 'cash')) === 'released')
    await context.jobs.enqueue(trx, orderEvents.refunded, { orderId });
}
