import type { Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { canChangeOrder, ORDER_STATES } from '@mare/domain/orders/order-state.ts';
import { rejectLatePayment } from '../../accounts/limits/check-late-payment.ts';
import { lockGroupsOf } from '../group-purchases/lock-groups.ts';
import { recordPartPaid } from '../group-purchases/record-part-paid.ts';
import { lockOrder } from './lock-order.ts';
import { lockRifas } from './lock-rifas.ts';
import { recordPaid } from './record-receipt.ts';
import { findOrderNumbers, releaseNumbers, recount, takeNumbers } from '../numbers/order-numbers.queries.ts';
import { releaseShares, retakeShares } from '../reservation/shares.queries.ts';
import { retakeCoupon } from './retake-coupon.ts';

export type SettleOutcome =
  | 'settled'
  /** The hold had expired; the same numbers were free and sales open, so the order got them again. */
  | 'settled_late'
  /** The hold had expired and the numbers are taken or sales have ended: nothing changed, the payment must be refunded. */
  | 'numbers_taken'
  /**
   * The hold had expired and the person used the order's coupon again: nothing changed, the payment must be refunded.
   */
  | 'coupon_used'
  /**
   * The hold had expired, and the person's own limits now forbid the purchase: nothing changed, the payment must be
   * refunded.
   */
  | 'over_limit'
  /**
   * The hold had expired and the buyer has deleted the account since: nothing changed, the payment must be refunded.
   */
  | 'buyer_gone'
  /** Paid now or earlier: a second payment must be refunded. */
  | 'already';

/**
 * Marks an order as paid, in the caller's transaction.
 *
 * @param paidAt when the provider approved the payment
 * @throws if there is no such order
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
  const isLate = ORDER_STATES[order.status].holding === 'none';

  const rifas = await lockRifas(trx, rifaIds);
  const [part] = order.groupPartId ? await lockGroupsOf(trx, [orderId]) : [];
  // An unpaid part that is free in its open group still holds the numbers of this order.
  const isPartFree = isLate && part?.isFree === true;
  const takeAgain = async () => isPartFree || (await takeNumbers(trx, lines));
  const giveBack = async () => isPartFree || (await releaseNumbers(trx, lines));
  if (isLate) {
    const selling = rifas.every(
      ({ status, salesEndAt, pausedAt }) =>
        status === 'active' && salesEndAt > paidAt && (pausedAt === null || pausedAt > paidAt),
    );
    if (!selling || !(await takeAgain())) return 'numbers_taken';
    const purchase = { userId: order.userId, totalCentavos: centavosFromNumeric(order.totalAmount) };
    const rejection = await rejectLatePayment(trx, purchase, paidAt);
    if (rejection) {
      await giveBack();
      return rejection;
    }
    if (!(await retakeShares(trx, orderId, { areSold: false }))) {
      await giveBack();
      return 'numbers_taken';
    }
    if (!(await retakeCoupon(trx, orderId, paidAt))) {
      await giveBack();
      await releaseShares(trx, [orderId]);
      return 'coupon_used';
    }
  }
  await recordPaid([{ order, lines, paidAt, late: isLate }]).execute(trx);
  if (part) await recordPartPaid(trx, part);
  await recount(trx, lines, isPartFree ? 'pending' : order.status, 'paid');
  return isLate ? 'settled_late' : 'settled';
}
