import { centavosFromNumeric } from '@mare/database/money.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findStoredPayment } from '../settlement/stored-payments.queries.ts';
import { lockOrderReference } from '../settlement/with-order-lock.ts';
import { findRejectedRefund, isRecordable } from './pay-rejected-refund.ts';

/** `REFUND_NOT_RECORDABLE`: see `isRecordable`. */
export type ReopenRefundResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'REFUND_NOT_RECORDABLE' };

/** Returns a refund that the provider rejected, and that was marked as not to be returned, to the payments to review. */
export async function reopenRefund(
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  by: PanelUser,
  { refundId, note }: { refundId: string; note: string },
): Promise<ReopenRefundResult> {
  return inTransaction<ReopenRefundResult>(db, async (trx) => {
    const refund = await findRejectedRefund(trx, refundId, { isReviewed: true });
    if (!refund) return { ok: false, code: 'NOT_FOUND' };
    const { orderId, externalReference } = refund;
    await lockOrderReference(trx, externalReference);
    const payment = (await findStoredPayment(trx, refund.provider, refund.paymentId))!;
    if (!(await isRecordable(trx, payment, { refundId, centavos: centavosFromNumeric(refund.amount) })))
      return { ok: false, code: 'REFUND_NOT_RECORDABLE' };
    const { numUpdatedRows } = await trx
      .updateTable('refunds')
      .set({ reviewedAt: null, reviewNote: null })
      .where('id', '=', refundId)
      .where('state', '=', 'rejected')
      .where('reviewedAt', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { ok: false, code: 'NOT_FOUND' };
    await recordOrderEvent(trx, orderId, 'refund_reopened', `admin:${by.userId}`, { refundId, note });
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'reopen-refund',
        entityType: 'payment',
        entityId: refundId,
        description: `Voltou a conferir um reembolso do pedido ${externalReference}.`,
        details: { note },
      },
    );
    return { ok: true };
  });
}
