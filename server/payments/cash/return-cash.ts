import type { Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { completeRefund } from '../refunds/complete-refund.ts';
import { findStoredPayment } from '../settlement/stored-payments.queries.ts';
import { handOverAgain, lockOrderOfCash } from './undo-hand-over.ts';

export interface Receipt {
  /** The admin who handed the money back. */
  userId: string;
  /** Who received it, when, and where the signed receipt is. */
  note: string;
}

/**
 * Records that the money of a cash refund was handed to the buyer. Only then is the refund booked and are the cotas
 * released; a full refund ends the order. After an undone hand-over only the money is still owed.
 * @returns the order's id; null if this refund is not pending
 */
export async function returnCash(
  context: Pick<PaymentsContext, 'jobs' | 'clock' | 'random'>,
  trx: Transaction<DB>,
  refundId: string,
  { userId, note }: Receipt,
): Promise<string | null> {
  const order = await lockOrderOfCash(trx, refundId);
  if (!order) return null;
  const orderId = order.id;
  const now = context.clock.now();
  const refund = await trx
    .updateTable('refunds')
    .set({ state: 'done', updatedAt: now, reviewedAt: now, reviewNote: note })
    .where('id', '=', refundId)
    .where('state', '=', 'requested')
    .returning('amount')
    .executeTakeFirst();
  if (!refund)
    return (await handOverAgain(context, trx, orderId, refundId, { userId, note })) ? orderId : null;
  const payment = (await findStoredPayment(trx, CASH, orderId))!;
  const centavos = centavosFromNumeric(refund.amount);
  await recordOrderEvent(trx, orderId, 'cash_handed_back', `admin:${userId}`, { refundId, centavos, note });
  await completeRefund(context, trx, { ...payment, orderId }, { refundId, centavos }, { source: 'cash' });
  return orderId;
}
