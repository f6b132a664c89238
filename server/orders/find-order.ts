import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { selectOrder, selectOrderRows, type StoredOrder, toOrders } from './order.queries.ts';

export type { StoredOrder };

export const isReference = (text: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(text);

/** By the unguessable reference, which alone grants access to the order page. */
export async function findOrderByReference(
  db: Kysely<DB>,
  externalReference: string,
): Promise<StoredOrder | null> {
  if (!isReference(externalReference)) return null;
  return selectOrder(db, { externalReference });
}

/**
 * An order by its reference, with what else is to be read of it in the same statement.
 * @param columnsOf further columns by name, for the order's id in SQL: read once, however many lines the order has
 */
export async function findOrderWith<More extends object>(
  db: Kysely<DB>,
  externalReference: string,
  columnsOf: (orderId: RawBuilder<unknown>) => { [Name in keyof More]: RawBuilder<More[Name]> },
): Promise<{ order: StoredOrder; more: More } | null> {
  if (!isReference(externalReference)) return null;
  // Not a column of `orders`, which would read them again for each line.
  const orderId = sql`(select id from orders where external_reference = ${externalReference})`;
  const columns: [string, RawBuilder<unknown>][] = Object.entries(columnsOf(orderId));
  const rows = await selectOrderRows(db)
    .select(columns.map(([name, column]) => column.as(name)))
    .where('orders.externalReference', '=', externalReference)
    .orderBy('line.lineNo')
    .execute();
  const [order] = toOrders(rows);
  return order ? { order, more: rows[0] as unknown as More } : null;
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
