import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import type { LockedOrder } from '../numbers/order-numbers.queries.ts';

/** Includes the facts that the receipt needs. */
interface OrderToSettle extends LockedOrder {
  customer: unknown;
  receiptNonce: Buffer | null;
  /** For a group purchase, the part that the order pays. */
  groupPartId: string | null;
}

/** @throws if there is no such order */
export async function lockOrder(trx: Transaction<DB>, orderId: string): Promise<OrderToSettle> {
  const order = await trx
    .selectFrom('orders')
    .select(['id', 'userId', 'status', 'totalAmount', 'returnedAmount', 'customer', 'receiptNonce'])
    .select('groupPartId')
    .where('id', '=', orderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { ...order, status: order.status as OrderStatus };
}
