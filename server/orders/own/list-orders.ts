import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Order, selectOrders } from '../order.queries.ts';

/** Orders of these people, newest first. `before`: the `createdAt` of the last one of the page before. */
export function listOrdersOf(
  db: Kysely<DB>,
  userIds: readonly string[],
  { limit = 20, before }: { limit?: number; before?: Date } = {},
): Promise<Order[]> {
  return selectOrders(db, { userIds, limit, ...(before && { before }) });
}
