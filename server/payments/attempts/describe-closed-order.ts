import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { findPayableOrder } from '../payable-order.queries.ts';

export interface ClosedOrder {
  externalReference: string;
  /** `pending` while its reservation ends. */
  status: OrderStatus;
}

/** Why an order can no longer be paid, read after its payment was rejected. */
export async function describeClosedOrder(
  { db }: Pick<PaymentsContext, 'db'>,
  orderId: string,
): Promise<ClosedOrder> {
  const { externalReference, status } = (await findPayableOrder(db, orderId))!;
  return { externalReference, status: status as OrderStatus };
}
