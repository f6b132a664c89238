import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { CASH } from '@mare/domain/payments/ledger.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { lockRifasOfOrder } from '../../orders/lifecycle/lock-rifas.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { lockOrderOfCash } from './undo-hand-over.ts';

/** Reasons of refunds that an admin or the buyer requested. */
export const CANCELLABLE_REASONS = ['admin', 'withdrawal'];

/**
 * `CASH_REFUND_FINAL`: the refund was handed over or cancelled, was not requested by a person, its cotas can no
 * longer stay in the order, or it has lowered a later refund of cotas.
 */
export type CancelCashRefundResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'CASH_REFUND_FINAL' };

/**
 * Cancels a cash refund before its hand-over, so that the buyer keeps the cotas. Until the hand-over they are still in the
 * order and no money has moved. Rejected once a list was frozen without the cotas or their rifa was cancelled.
 */
export function cancelCashRefund(
  { db, clock, random }: Pick<PaymentsContext, 'db' | 'clock' | 'random'>,
  by: PanelUser,
  { refundId, note }: { refundId: string; note: string },
): Promise<CancelCashRefundResult> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrderOfCash(trx, refundId);
    if (!order) return { ok: false, code: 'NOT_FOUND' };
    await lockRifasOfOrder(trx, order.id);
    if (await areCotasGone(trx, order.id, refundId)) return { ok: false, code: 'CASH_REFUND_FINAL' };
    const now = clock.now();
    const refund = await trx
      .updateTable('refunds')
      .set({ state: 'rejected', updatedAt: now, reviewedAt: now, reviewNote: note })
      .where('id', '=', refundId)
      .where('provider', '=', CASH)
      .where('state', '=', 'requested')
      .where('reason', 'in', CANCELLABLE_REASONS)
      .returning('amount')
      .executeTakeFirst();
    if (!refund) return { ok: false, code: 'CASH_REFUND_FINAL' };
    const centavos = centavosFromNumeric(refund.amount);
    await recordOrderEvent(trx, order.id, 'cash_refund_cancelled', `admin:${by.userId}`, {
      refundId,
      centavos,
      note,
    });
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'cancel-cash-refund',
        entityType: 'payment',
        entityId: refundId,
        description: `Cancelou a devolução em dinheiro do pedido ${order.externalReference}.`,
        details: { note, amountCentavos: centavos },
      },
    );
    const { userId } = await trx
      .selectFrom('orders')
      .select('userId')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    await sendNotification(
      trx,
      { clock, random },
      {
        userId,
        type: 'info',
        title: 'A devolução foi cancelada',
        message: `A devolução de ${formatBrl(centavos)} em dinheiro foi cancelada, e as suas cotas continuam valendo. Se você não pediu isso, fale com o suporte.`,
        data: { href: `/pedido/${order.externalReference}` },
        deduplicationKey: `cash-refund-cancelled:${refundId}`,
      },
    );
    return { ok: true };
  });
}

/**
 * Whether a list was frozen without cotas of this refund, or their rifa was cancelled. A refund that names no cotas
 * is checked for all cotas of the order, and for other cotas that are refunded for less than their price because of
 * it: if it were cancelled, the rest of their price would be missing.
 */
async function areCotasGone(trx: Transaction<DB>, orderId: string, refundId: string): Promise<boolean> {
  const { rows } = await sql<{ gone: boolean }>`
    with returned as (select rifa_id from returned_cotas where refund_id = ${refundId}),
      touched as (
        select rifa_id from returned
        union
        select rifa_id from order_items where order_id = ${orderId} and not exists (select from returned))
    select exists (
      select from touched join rifas on rifas.id = touched.rifa_id
      where rifas.status = 'cancelled' or exists (select from draw_list_exclusions exclusion
        where exclusion.rifa_id = rifas.id and exclusion.order_id = ${orderId}))
      or (not exists (select from returned) and exists (
        select from returned_cotas cota join refunds on refunds.id = cota.refund_id
        where cota.order_id = ${orderId} and cota.amount < cota.value and refunds.state <> 'rejected')) as gone`.execute(
    trx,
  );
  return rows[0]!.gone;
}
