/** Single changes of an order that payments make. State changes go through `settleOrder` and `releaseOrder`. */
import { type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { subtractSpent } from '../../accounts/profile/buyer-totals.ts';

/** From here on no new attempt is made. */
export async function beginClosingOrder(db: Kysely<DB>, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('orders')
    .set({ closingAt: now })
    .where('id', '=', orderId)
    .where('status', '=', 'pending')
    .where('closingAt', 'is', null)
    .execute();
}

/** @returns whether there was a pending order of that reference */
export async function expireHold(db: Kysely<DB>, externalReference: string, now: Date): Promise<boolean> {
  const ended = await db
    .updateTable('orders')
    .set({ holdExpiresAt: now })
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

/** A reason that comes again keeps the moment from which the order waits. @param reason null: reviewed */
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

/** @param which pending orders that are being closed. @returns the ids of those planned */
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
 * Changes where the messages of an order go. Name and CPF stay, as the receipt proves them.
 * @returns false when the contact is no longer `before`
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

/** Counts money that went back of a paid order while its cotas stay. Called under the order's lock. */
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
