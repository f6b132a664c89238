import type { Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { CASH, handedOverAgain, type HandOver, handOverUndone } from '@mare/domain/payments/ledger.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { recordOrderEvent } from '../../orders/lifecycle/update-order.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import { findPayableOrder } from '../payable-order.queries.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { lockOrderReference } from '../settlement/with-order-lock.ts';

export type UndoHandOverResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'VERSION_CONFLICT' };

interface Undo {
  refundId: string;
  /** Number of hand-overs of this refund that the admin has seen; the latest one is undone. */
  handOvers: number;
  note: string;
}

/**
 * Undoes a cash refund that was recorded as handed over by mistake: the money is in the drawer and owed to the buyer.
 * The cotas stay returned, because they have left the order and may be sold again. The refund of the sale and the
 * reversal of its commission stay too.
 * @returns `VERSION_CONFLICT` if the latest hand-over is another one, or is already undone
 */
export async function undoHandOver(
  { db, clock, jobs }: Pick<PaymentsContext, 'db' | 'clock' | 'jobs'>,
  by: PanelUser,
  { refundId, handOvers, note }: Undo,
): Promise<UndoHandOverResult> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrderOfCash(trx, refundId);
    if (!order) return { ok: false, code: 'NOT_FOUND' };
    const now = clock.now();
    // Does not touch `updated_at`, the time of the refund in the order's timeline.
    const refund = await trx
      .updateTable('refunds')
      .set({ owedAgainSince: now, handOversUndone: handOvers })
      .where('id', '=', refundId)
      .where('state', '=', 'done')
      .where('owedAgainSince', 'is', null)
      .where('handOversUndone', '=', handOvers - 1)
      .returning('amount')
      .executeTakeFirst();
    if (!refund) return { ok: false, code: 'VERSION_CONFLICT' };
    const centavos = centavosFromNumeric(refund.amount);
    const handOver: HandOver = { paymentId: order.id, refundId, centavos, undone: handOvers };
    await postToLedger(trx, [handOverUndone(handOver)], now);
    await recordOrderEvent(trx, order.id, UNDONE, `admin:${by.userId}`, { refundId, centavos, note });
    await jobs.enqueue(trx, orderEvents.handOverUndone, eventOf(order.id, handOver));
    await recordActivity(
      trx,
      { clock },
      {
        ...by,
        action: 'undo-hand-over',
        entityType: 'payment',
        entityId: refundId,
        description: `Desfez a entrega em dinheiro do pedido ${order.externalReference}.`,
        details: { note, amountCentavos: centavos },
      },
    );
    return { ok: true };
  });
}

/** Kind of the order event. */
export const UNDONE = 'hand_over_undone';

/**
 * Records that the cash of an undone hand-over was handed over. Requires the order's lock.
 * @returns whether it was owed
 */
export async function handOverAgain(
  { clock, jobs }: Pick<PaymentsContext, 'clock' | 'jobs'>,
  trx: Transaction<DB>,
  orderId: string,
  refundId: string,
  { userId, note }: { userId: string; note: string },
): Promise<boolean> {
  const now = clock.now();
  const refund = await trx
    .updateTable('refunds')
    .set({ owedAgainSince: null, reviewedAt: now, reviewNote: note })
    .where('id', '=', refundId)
    .where('owedAgainSince', 'is not', null)
    .returning(['amount', 'handOversUndone'])
    .executeTakeFirst();
  if (!refund) return false;
  const centavos = centavosFromNumeric(refund.amount);
  const handOver: HandOver = { paymentId: orderId, refundId, centavos, undone: refund.handOversUndone };
  await postToLedger(trx, [handedOverAgain(handOver)], now);
  await recordOrderEvent(trx, orderId, 'cash_handed_back', `admin:${userId}`, { refundId, centavos, note });
  await jobs.enqueue(trx, orderEvents.handedOverAgain, eventOf(orderId, handOver));
  return true;
}

/** Takes the lock on the reference of the order that a refund in cash belongs to. @returns null for another refund */
export async function lockOrderOfCash(
  trx: Transaction<DB>,
  refundId: string,
): Promise<{ id: string; externalReference: string } | null> {
  const refund = await trx
    .selectFrom('refunds')
    .select('paymentId')
    .where('id', '=', refundId)
    .where('provider', '=', CASH)
    .executeTakeFirst();
  // The id of a cash payment is that of its order.
  const order = refund && (await findPayableOrder(trx, refund.paymentId));
  if (!order) return null;
  await lockOrderReference(trx, order.externalReference);
  return order;
}

const eventOf = (orderId: string, { refundId, centavos, undone }: HandOver) => ({
  orderId,
  refundId,
  handOversUndone: undone,
  centavos,
});
