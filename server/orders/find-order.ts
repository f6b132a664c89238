import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type StoredOrder, selectOrder } from './order.queries.ts';

export type { StoredOrder };

/** By the unguessable reference, which alone grants access to the order page. */
export async function findOrderByReference(
  db: Kysely<DB>,
  externalReference: string,
): Promise<StoredOrder | null> {
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(externalReference)) return null;
  return selectOrder(db, { externalReference });
}

/** Null if there is none, or it belongs to another user. */
export async function findOrderOfUser(
  db: Kysely<DB>,
  orderId: string,
  userId: string,
): Promise<StoredOrder | null> {
  const order = await selectOrder(db, { id: orderId });
  return order?.userId === userId ? order : null;
}

/** Whether an earlier request with this idempotency key made an order. */
export async function hasOrderOfRequest(
  db: Kysely<DB>,
  userId: string,
  clientRequestId: string,
): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('clientRequestId', '=', clientRequestId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return order !== undefined;
}
