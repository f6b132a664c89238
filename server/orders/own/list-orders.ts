import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type StoredOrder, selectOrders } from '../order.queries.ts';

/** Newest first. `before`: `createdAt` of the last order of the previous page. */
export function listOrdersOf(
  db: Kysely<DB>,
  userIds: readonly string[],
  { limit = 20, before }: { limit?: number; before?: Date } = {},
): Promise<StoredOrder[]> {
  return selectOrders(db, { userIds, limit, ...(before && { before }) });
}
