import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { canChangeOrder, ORDER_STATES } from '@mare/domain/orders/order-state.ts';
import { addPurchase } from '../accounts/profile/buyer-totals.ts';
import { lockOrder } from './lock-order.ts';
import { findOrderNumbers, giveNumbersBack, recount, takeNumbers } from './numbers/order-numbers.queries.ts';
import { takeSharesAgain } from './reservation/shares.queries.ts';

export type SettleOutcome =
  | 'settled'
  /** The hold was over, but the same numbers were all free and sales open: the order has them again. */
  | 'settled_late'
  /** The hold was over and the numbers or the sales are gone: nothing was changed, the money has to go back. */
  | 'numbers_taken'
  /** It is paid, or was once: a second payment has to go back. */
  | 'already';

/**
 * Marks an order as paid, inside the caller's transaction.
 *
 * @param paidAt when the provider approved the payment.
 * @throws when there is no such order.
 */
export async function settleOrder(
  trx: Transaction<DB>,
  orderId: string,
  paidAt: Date,
): Promise<SettleOutcome> {
  const order = await lockOrder(trx, orderId);
  if (!canChangeOrder(order.status, 'paid')) return 'already';
  const lines = await findOrderNumbers(trx, [orderId]);
  const rifaIds = [...new Set(lines.map((line) => line.rifaId))];
  const late = ORDER_STATES[order.status].holding === 'none';

  // Whoever freezes the list of sold numbers locks the rifa for update, and so waits for this payment or precedes it.
  const rifas = await trx
    .selectFrom('rifas')
    .select(['status', 'drawDate'])
    .where('id', 'in', rifaIds)
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (late) {
    const selling = rifas.every((rifa) => rifa.status === 'active' && rifa.drawDate > paidAt);
    if (!selling || !(await takeNumbers(trx, lines))) return 'numbers_taken';
    if (!(await takeSharesAgain(trx, orderId))) {
      await giveNumbersBack(trx, lines);
      return 'numbers_taken';
    }
  }
  await trx
    .updateTable('orders')
    .set({ status: 'paid', paidAt, closingAt: null, updatedAt: sql<Date>`now()` })
    .where('id', '=', orderId)
    .execute();
  await trx
    .insertInto('orderEvents')
    .values({
      orderId,
      kind: 'order.paid',
      fromStatus: order.status,
      toStatus: 'paid',
      source: 'payment',
      data: JSON.stringify({ paidAt, late }),
    })
    .execute();
  await addPurchase(trx, order.userId, order.totalAmount, paidAt);
  await recount(trx, lines, order.status, 'paid');
  return late ? 'settled_late' : 'settled';
}
