import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { GroupOfOrder } from './lock-groups.ts';

/**
 * Opens the group with the starter's payment, and completes it with the last one, in the transaction that settles the
 * order. A part that had become free is assigned to the order again.
 * @param part of a group that is locked
 */
export async function recordPartPaid(trx: Transaction<DB>, part: GroupOfOrder): Promise<void> {
  if (!part.hasPart)
    await trx
      .updateTable('groupPurchaseParts')
      .set({ isFree: false, orderId: part.orderId })
      .where('id', '=', part.partId)
      .execute();
  if (part.endedAt) return;
  if (part.partNo === 1)
    await trx
      .updateTable('groupPurchases')
      .set({ openedAt: sql<Date>`now()` })
      .where('id', '=', part.groupId)
      .where('openedAt', 'is', null)
      .execute();
  await sql`
    update group_purchases set ended_at = now(), end_reason = 'complete'
    where id = ${part.groupId} and not exists (
      select from group_purchase_parts as other left join orders on orders.id = other.order_id
      where other.group_id = group_purchases.id and orders.status is distinct from 'paid')`.execute(trx);
}
