import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { canChangeOrder, ORDER_STATES, type OrderStatus } from '@mare/domain/orders/order-state.ts';
import { removePurchase } from '../../accounts/profile/buyer-totals.ts';
import { endGifts } from '../gifts/end-gifts.ts';
import { endParts } from '../group-purchases/end-parts.ts';
import { lockOrder } from './lock-order.ts';
import {
  findOrderNumbers,
  releaseNumbers,
  type LockedOrder,
  recount,
} from '../numbers/order-numbers.queries.ts';
import { describeFrozenLists } from './frozen-lists.ts';
import { lockRifasOfOrders } from './lock-rifas.ts';
import { recordExit } from './record-exit.ts';
import { releaseShares } from '../reservation/shares.queries.ts';

export type ReleasedStatus = Extract<OrderStatus, 'cancelled' | 'failed' | 'refunded' | 'charged_back'>;

export type ReleaseOutcome =
  | 'released'
  /** The order is already in that state. */
  | 'already'
  /** Invalid state transition: nothing changed. */
  | 'not_allowed';

/**
 * Ends an order and frees its numbers, in the caller's transaction. An unpaid part of an open group purchase keeps them.
 *
 * Cancel or fail an order only once it can no longer be paid at the provider.
 *
 * @param source recorded in the order's history
 * @throws if there is no such order
 */
export async function releaseOrder(
  trx: Transaction<DB>,
  orderId: string,
  to: ReleasedStatus,
  source = 'payment',
): Promise<ReleaseOutcome> {
  const order = await lockOrder(trx, orderId);
  if (order.status === to) return 'already';
  if (!canChangeOrder(order.status, to)) return 'not_allowed';
  await releaseLocked(trx, [order], order.status, to, source);
  return 'released';
}

/** Orders locked by the caller's transaction, all in the same state. */
export async function releaseLocked(
  trx: Transaction<DB>,
  orders: LockedOrder[],
  from: OrderStatus,
  to: ReleasedStatus,
  source: string,
): Promise<void> {
  const orderIds = orders.map((order) => order.id);
  // Before the groups, as everywhere: a freeze may hold the rifa for long.
  if (to === 'charged_back') await lockRifasOfOrders(trx, orderIds);
  const { keptOrderIds, endedLines } = await endParts(trx, orderIds, from);
  const lines = await findOrderNumbers(
    trx,
    orderIds.filter((id) => !keptOrderIds.has(id)),
  );
  const data = to === 'charged_back' ? await describeFrozenLists(trx, [...lines, ...endedLines]) : null;
  await trx
    .updateTable('orders')
    .set({ status: to, updatedAt: sql<Date>`now()` })
    .where('id', 'in', orderIds)
    .execute();
  await trx
    .insertInto('orderEvents')
    .values(
      orderIds.map((orderId) => ({
        orderId,
        kind: `order.${to}`,
        fromStatus: from,
        toStatus: to,
        source,
        ...(data && { data }),
      })),
    )
    .execute();
  await releaseNumbers(trx, [...lines, ...endedLines]);
  if (ORDER_STATES[from].holding === 'sold') {
    await endGifts(trx, orderIds);
    const reason = to === 'charged_back' ? 'contestacao' : 'reembolso';
    for (const orderId of orderIds) await recordExit(trx, orderId, reason, null);
    for (const { userId, totalAmount, returnedAmount } of orders) {
      const left = centavosFromNumeric(totalAmount) - centavosFromNumeric(returnedAmount);
      await removePurchase(trx, userId, numericFromCentavos(left));
    }
  }
  await releaseShares(trx, orderIds);
  await recount(trx, lines, from, to);
  await recount(trx, endedLines, 'pending', 'cancelled');
}
