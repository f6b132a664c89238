import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import type { OrderNumbers } from '../numbers/order-numbers.queries.ts';
import { endLocked } from './end-group.ts';
import { lockGroupsOf } from './lock-groups.ts';

interface KeptParts {
  /** Orders whose numbers stay reserved for their part. */
  keptOrderIds: ReadonlySet<string>;
  /** Numbers of free parts that are released with these orders. */
  endedLines: OrderNumbers[];
}

const NOTHING: KeptParts = { keptOrderIds: new Set(), endedLines: [] };

/**
 * Ends the group-purchase parts of orders that end, in the same transaction. An unpaid part of an open group becomes
 * free and keeps its numbers. The group ends if the starter's part was unpaid before it opened, or was refunded.
 * @param orderIds locked, all in the state `from`
 */
export async function endParts(
  trx: Transaction<DB>,
  orderIds: readonly string[],
  from: OrderStatus,
): Promise<KeptParts> {
  const parts = (await lockGroupsOf(trx, orderIds)).filter(
    ({ endedAt, hasPart }) => endedAt === null && hasPart,
  );
  if (parts.length === 0) return NOTHING;
  const endedLines: OrderNumbers[] = [];
  for (const { groupId } of parts.filter(({ partNo }) => partNo === 1))
    endedLines.push(...(await endLocked(trx, groupId, from === 'paid' ? 'refunded' : 'unpaid')));
  if (from !== 'pending') return { keptOrderIds: new Set(), endedLines };
  const returned = parts.filter(({ partNo }) => partNo !== 1);
  await sql`
    update group_purchase_parts set is_free = true, order_id = null
    where id = any(${returned.map(({ partId }) => partId)}::uuid[])`.execute(trx);
  return { keptOrderIds: new Set(returned.map(({ orderId }) => orderId)), endedLines };
}
