/** Updates of an order's payment fields. State changes go through `settleOrder` and `releaseOrder`. */
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { subtractSpent } from '../../accounts/profile/buyer-totals.ts';

/** Starts closing a pending order: no new payment attempt is made afterwards. */
export async function beginClosingOrder(db: Kysely<DB>, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ closingAt: now })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where('closingAt', 'is', null)
    .execute();
}

/** A hold that has ended keeps its time. @returns false if no pending order has this reference */
export async function expireHold(db: Kysely<DB>, externalReference: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('orders')
    .set({ holdExpiresAt: sql`least(hold_expires_at, ${now})` })
    .where('externalReference', '=', externalReference)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** @param disputedAt null: the dispute is closed */
export async function setDispute(db: Kysely<DB>, orderId: string, disputedAt: Date | null): Promise<void> {
  await db
    .updateTable('orders')
    .set({ disputedAt, reviewReason: disputedAt ? 'disputed' : null, reviewSince: disputedAt })
    .where('id', '=', orderId)
    .execute();
}

/** Repeating the same reason does not reset `reviewSince`. @param reason null: reviewed */
export async function markForReview(
  db: Kysely<DB>,
  orderId: string,
  reason: string | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({
      reviewReason: reason,
      reviewSince: reason && sql<Date>`case when review_reason = ${reason} then review_since else ${now} end`,
    })
    .where('id', '=', orderId)
    .execute();
}

export async function recordOrderEvent(
  db: Kysely<DB>,
  orderId: string,
  kind: string,
  source: string,
  data: object,
): Promise<void> {
  await db
    .insertInto('orderEvents')
    .values({ orderId, kind, source, data: JSON.stringify(data) })
    .execute();
}

/** Schedules the next closing step of pending orders. @returns ids of the scheduled ones */
export async function planClosing(
  db: Kysely<DB>,
  which: readonly string[] | SelectQueryBuilder<DB, 'orders', { id: string }>,
  nextAt: Date,
): Promise<string[]> {
  const rows = await db
    .updateTable('orders')
    .set({ closingNextAt: nextAt })
    .where('id', 'in', which)
    .where('status', '=', 'pending')
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}

export interface OrderContact {
  email: string | null;
  phone: string | null;
}

/**
 * Changes the contact of an order. Name and CPF are immutable, because the receipt contains them.
 * @returns false if the contact is no longer `before`
 */
export async function setOrderContact(
  db: Kysely<DB>,
  orderId: string,
  before: OrderContact,
  after: OrderContact,
): Promise<boolean> {
  const changed = await db
    .updateTable('orders')
    .set({ customer: sql`customer || ${JSON.stringify(after)}::jsonb` })
    .where('id', '=', orderId)
    .where(sql<boolean>`coalesce(customer ->> 'email', '') = ${before.email ?? ''}`)
    .where(sql<boolean>`coalesce(customer ->> 'phone', '') = ${before.phone ?? ''}`)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Subtracts a refund without returned cotas from a paid order. Call it under the order's lock. */
export async function subtractReturned(
  trx: Transaction<DB>,
  orderId: string,
  centavos: number,
): Promise<void> {
  if (centavos <= 0) return;
  const amount = numericFromCentavos(centavos);
  const order = await trx
    .updateTable('orders')
    .set((eb) => ({ returnedAmount: eb('returnedAmount', '+', amount) }))
    .where('id', '=', orderId)
    .where('status', '=', 'paid')
    .returning('userId')
    .executeTakeFirst();
  if (order) await subtractSpent(trx, order.userId, amount);
}
