import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Order, selectOrders } from '../order.queries.ts';

/** A user's orders, newest first. `before`: the `createdAt` of the last one of the page before. */
export function listOrdersOfUser(
  db: Kysely<DB>,
  userId: string,
  { limit = 20, before }: { limit?: number; before?: Date } = {},
): Promise<Order[]> {
  return selectOrders(db, { userId, limit, ...(before && { before }) });
}
