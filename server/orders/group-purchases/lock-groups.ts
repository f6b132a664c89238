/**
 * The row of a group is the lock for all changes of its parts. Lock order: orders, rifas, groups, pages.
 */
import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

export interface GroupOfOrder {
  orderId: string;
  partId: string;
  partNo: number;
  groupId: string;
  /** The order has the part, or was the last to have it. */
  hasPart: boolean;
  isFree: boolean;
  openedAt: Date | null;
  endedAt: Date | null;
}

/**
 * Locks the groups that these orders are parts of.
 * @returns one entry per order that is a part
 */
export async function lockGroupsOf(
  trx: Transaction<DB>,
  orderIds: readonly string[],
): Promise<GroupOfOrder[]> {
  const { rows } = await sql<{ id: string }>`
    select id from group_purchases where id in (
      select group_id from orders join group_purchase_parts as part on part.id = orders.group_part_id
      where orders.id = any(${orderIds}::uuid[]))
    order by id for update`.execute(trx);
  if (rows.length === 0) return [];
  // A separate statement after the lock: it sees what the transactions that held the lock have committed.
  const { rows: orders } = await sql<GroupOfOrder>`
    select orders.id as order_id, part.id as part_id, part_no, group_id, is_free, opened_at, ended_at,
      coalesce(part.order_id = orders.id, false) as has_part
    from orders
    join group_purchase_parts as part on part.id = orders.group_part_id
    join group_purchases on group_purchases.id = group_id
    where orders.id = any(${orderIds}::uuid[]) order by orders.id`.execute(trx);
  return orders;
}
