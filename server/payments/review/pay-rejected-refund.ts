import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { refundedFromBank } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { lockRifasOfOrder } from '../../orders/lifecycle/lock-rifas.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { keepOnFrozenLists } from '../../orders/returns/keep-on-frozen-lists.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { completeRefund } from '../refunds/complete-refund.ts';
import { readLeft } from '../refunds/request-refund.ts';
import { findStoredPayment, type StoredPayment } from '../settlement/stored-payments.queries.ts';
import { lockOrderReference } from '../settlement/with-order-lock.ts';

/**
 * `REFUND_NOT_RECORDABLE`: the payment is disputed or has too little left, or the cotas have left the order otherwise.
 */
export type PayRejectedRefundResult =
  | { ok: true; orderId: string }
  | { ok: false; code: 'NOTHING_TO_REVIEW' | 'REFUND_NOT_RECORDABLE' };

/**
 * Records that a refund which the provider rejected was paid from the organiser's own account. The return is completed
 * as if the provider had paid it. Cotas that a list was frozen with stay on it, as in a refund by two persons.
 */
export async function payRejectedRefund(
  context: Pick<PaymentsContext, 'jobs' | 'clock' | 'random'>,
  trx: Transaction<DB>,
  refundId: string,
  { userId, note }: { userId: string; note: string },
): Promise<PayRejectedRefundResult> {
  const found = await findRejectedRefund(trx, refundId);
  if (!found) return { ok: false, code: 'NOTHING_TO_REVIEW' };
  const { orderId } = found;
  await lockOrderReference(trx, found.externalReference);
  await lockRifasOfOrder(trx, orderId);
  const refund = await findRejectedRefund(trx, refundId);
  if (!refund) return { ok: false, code: 'NOTHING_TO_REVIEW' };
  const payment = (await findStoredPayment(trx, refund.provider, refund.paymentId))!;
  const centavos = centavosFromNumeric(refund.amount);
  if (!(await isRecordable(trx, payment, { refundId, centavos })))
    return { ok: false, code: 'REFUND_NOT_RECORDABLE' };
  const now = context.clock.now();
  await keepOnFrozenLists(trx, refundId);
  await trx
    .updateTable('refunds')
    .set({ state: 'done', paidElsewhereAt: now, updatedAt: now, reviewedAt: now, reviewNote: note })
    .where('id', '=', refundId)
    .execute();
  await postToLedger(trx, [refundedFromBank(payment, { refundId, centavos })], now);
  const source = `admin:${userId}`;
  await recordOrderEvent(trx, orderId, 'refund_paid_elsewhere', source, { refundId, centavos, note });
  await completeRefund(
    context,
    trx,
    { ...payment, orderId },
    { refundId, centavos },
    { source, isPaidElsewhere: true },
  );
  return { ok: true, orderId };
}

/** Whether the payment still holds the money of a rejected refund, and the order its cotas. */
export async function isRecordable(
  trx: Transaction<DB>,
  payment: StoredPayment,
  { refundId, centavos }: { refundId: string; centavos: number },
): Promise<boolean> {
  const isLeft = payment.state === 'approved' && centavos <= (await readLeft(trx, payment));
  return isLeft && !(await areCotasGone(trx, refundId));
}

/** A refund that the provider rejected and no admin has decided about, or one that `isReviewed`. */
export async function findRejectedRefund(
  trx: Transaction<DB>,
  refundId: string,
  { isReviewed = false } = {},
) {
  return trx
    .selectFrom('refunds')
    .innerJoin('providerPayments as payment', (join) =>
      join
        .onRef('payment.provider', '=', 'refunds.provider')
        .onRef('payment.paymentId', '=', 'refunds.paymentId'),
    )
    .innerJoin('orders', 'orders.id', 'payment.orderId')
    .select(['refunds.provider', 'refunds.paymentId', 'refunds.amount'])
    .select(['orders.id as orderId', 'orders.externalReference'])
    .where('refunds.id', '=', refundId)
    .where('refunds.state', '=', 'rejected')
    .where('refunds.reviewedAt', isReviewed ? 'is not' : 'is', null)
    .executeTakeFirst();
}

/** Whether cotas of the refund have left the order, or another refund returns them. */
async function areCotasGone(trx: Transaction<DB>, refundId: string): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`
    select exists (
      select from returned_cotas cota
      left join order_items item on item.order_id = cota.order_id and item.line_no = cota.line_no
      where cota.refund_id = ${refundId} and (
        item.order_id is null or not cota.numbers <@ item.selected_numbers
        or exists (
          select from returned_cotas other join refunds on refunds.id = other.refund_id
          where other.order_id = cota.order_id and other.line_no = cota.line_no
            and other.refund_id <> cota.refund_id and other.numbers && cota.numbers
            and refunds.state <> 'rejected'))) as gone`.execute(trx);
  return rows[0]!.gone;
}
