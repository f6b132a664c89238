import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { isBuyerDeleted } from '../../accounts/persons/is-buyer-deleted.ts';
import { subtractSpent } from '../../accounts/profile/buyer-totals.ts';
import { lockGroupsOf } from '../group-purchases/lock-groups.ts';
import { recordPartPaid } from '../group-purchases/record-part-paid.ts';
import { findOrderNumbers, recount, releaseNumbers, takeNumbers } from '../numbers/order-numbers.queries.ts';
import { retakeShares } from '../reservation/shares.queries.ts';
import { isMissingOnList } from './frozen-lists.ts';
import { lockOrder } from './lock-order.ts';
import { lockRifas } from './lock-rifas.ts';
import { recordPaid } from './record-receipt.ts';

export type RestoreOutcome =
  | 'restored'
  /** The order is not charged back. */
  | 'not_allowed'
  /**
   * A number was sold again, its rifa was cancelled or drawn without it, or its buyer has deleted the account.
   */
  | 'numbers_gone';

/**
 * Marks a charged-back order as paid again after its charge-back was reversed: all its cotas or none. The order keeps its
 * time of payment and its receipt, and a part its place in the group. Runs in the caller's transaction.
 */
export async function restoreOrder(
  trx: Transaction<DB>,
  orderId: string,
  now: Date,
): Promise<RestoreOutcome> {
  const order = await lockOrder(trx, orderId);
  if (order.status !== 'charged_back') return 'not_allowed';
  const lines = await findOrderNumbers(trx, [orderId]);
  if (lines.length === 0) return 'numbers_gone';
  const rifas = await lockRifas(trx, [...new Set(lines.map(({ rifaId }) => rifaId))]);
  if (rifas.some(({ status }) => status === 'cancelled')) return 'numbers_gone';
  const [part] = order.groupPartId === null ? [] : await lockGroupsOf(trx, [orderId]);
  if (await isBuyerDeleted(trx, order.userId)) return 'numbers_gone';
  if (await isMissingOnList(trx, orderId)) return 'numbers_gone';
  if (!(await takeNumbers(trx, lines))) return 'numbers_gone';
  if (!(await retakeShares(trx, orderId, { areSold: true }))) {
    await releaseNumbers(trx, lines);
    return 'numbers_gone';
  }
  const { paidAt } = await trx
    .selectFrom('orders')
    .select('paidAt')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await recordPaid([{ order, lines, paidAt: paidAt ?? now, late: false }]).execute(trx);
  if (part) await recordPartPaid(trx, part);
  // Money refunded before the charge-back stays refunded.
  if (centavosFromNumeric(order.returnedAmount) > 0)
    await subtractSpent(trx, order.userId, order.returnedAmount);
  await recount(trx, lines, 'charged_back', 'paid');
  return 'restored';
}
