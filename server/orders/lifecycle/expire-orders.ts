import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import type { LockedOrder } from '../numbers/order-numbers.queries.ts';
import { releaseLocked } from './release-order.ts';

/** Orders per transaction: few, so that buyers hardly wait for locked pages. */
const ORDERS_PER_BATCH = 200;

export interface ExpiredOrders {
  /** Orders without an open payment: cancelled, their numbers released. */
  released: number;
  /**
   * Ids of orders that may still be paid at the provider. They are marked `closing_at` and keep their numbers until
   * payments release them.
   */
  closing: string[];
}

/**
 * Releases or marks every order whose hold has ended. Orders locked by another transaction are skipped until the next
 * run.
 *
 * @param onReleased runs in the transaction that releases the orders
 */
export async function expireOrders(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  onReleased?: (trx: Transaction<DB>, orderIds: string[]) => Promise<void>,
): Promise<ExpiredOrders> {
  const now = clock.now();
  const expired: ExpiredOrders = { released: 0, closing: [] };
  for (;;) {
    const batch = await db.transaction().execute(async (trx) => {
      const orders = await lockDueOrders(trx, now);
      const payable = orders.filter((order) => order.payable).map((order) => order.id);
      const dead = orders.filter((order) => !order.payable);
      if (payable.length > 0)
        await trx
          .updateTable('orders')
          .set({ closingAt: now, updatedAt: now })
          .where('id', 'in', payable)
          .execute();
      if (dead.length > 0) {
        await releaseLocked(trx, dead, 'pending', 'cancelled', 'expiry');
        await onReleased?.(
          trx,
          dead.map((order) => order.id),
        );
      }
      return { payable, released: dead.length, count: orders.length };
    });
    expired.released += batch.released;
    expired.closing.push(...batch.payable);
    if (batch.count < ORDERS_PER_BATCH) return expired;
  }
}

async function lockDueOrders(
  trx: Transaction<DB>,
  now: Date,
): Promise<(LockedOrder & { payable: boolean })[]> {
  const orders = await trx
    .selectFrom('orders as o')
    .select(['o.id', 'o.userId', 'o.totalAmount', 'o.returnedAmount'])
    .select(
      sql<boolean>`
        exists (select from payment_attempts a
          where a.order_id = o.id and a.state in ('creating', 'open', 'unknown', 'closing'))
        or exists (select from provider_payments p where p.order_id = o.id)`.as('payable'),
    )
    .where('o.status', '=', 'pending')
    .where('o.closingAt', 'is', null)
    .where('o.holdExpiresAt', '<=', now)
    .orderBy('o.holdExpiresAt')
    .limit(ORDERS_PER_BATCH)
    .forUpdate('o')
    .skipLocked()
    .execute();
  return orders.map((order) => ({ ...order, status: 'pending' }));
}
