import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { DB } from '@mare/database/schema.ts';
import { ORDER_COLUMNS, type OrderRow, selectOrder, type StoredOrder, toOrders } from './order.queries.ts';

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
 * Orders by their references, each with what else is to be read of it in the same statement.
 * @param columns further columns by name, in SQL of `own.id`: read once, however many lines the order has
 * @returns null for a reference without an order
 */
export async function findOrdersWith<More extends object>(
  pool: pg.Pool,
  references: readonly string[],
  { name, columns }: { name: string; columns: Record<keyof More & string, string> },
): Promise<({ order: StoredOrder; more: More } | null)[]> {
  const more = Object.entries<string>(columns).map(([column, text]) => `${text} as "${column}"`);
  const { rows } = await pool.query<OrderRow & More & { place: number }>({
    name,
    // The offset keeps PostgreSQL from reading the further columns for each line.
    text: `select asked.place, ${ORDER_COLUMNS}, more.*
           from unnest($1::text[]) with ordinality as asked (reference, place)
           join orders as own on own.external_reference = asked.reference
           cross join lateral (select ${more.join(', ')} offset 0) as more
           left join (order_items as line join rifas on rifas.id = line.rifa_id) on line.order_id = own.id
           order by asked.place, line.line_no`,
    values: [references],
  });
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  return references.map((_, index) => {
    const found = byPlace.get(index + 1);
    return found ? { order: toOrders(found)[0]!, more: found[0]! } : null;
  });
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

/** The order that an earlier request with this idempotency key made, and the hash of that request. */
export async function findOrderOfRequest(
  db: Kysely<DB>,
  userId: string,
  clientRequestId: string,
): Promise<{ id: string; requestHash: string | null } | null> {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'requestHash'])
    .where('clientRequestId', '=', clientRequestId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return order ?? null;
}
