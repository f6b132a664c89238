/**
 * What changes of an order set off: one queue each, enqueued in the transaction of the change, with `{ orderId }`.
 * `paymentReturned` carries `refundId` and `reason` too, as money that did not settle its order goes back by itself;
 * `partlyRefunded` carries both sums.
 */
export const ORDER_JOBS = {
  created: 'order-created',
  paid: 'order-paid',
  cancelled: 'order-cancelled',
  refunded: 'order-refunded',
  partlyRefunded: 'order-partly-refunded',
  chargedBack: 'order-charged-back',
  paymentReturned: 'payment-returned',
} as const;

export interface OrderJob {
  orderId: string;
  /** Of a returned payment: why it did not settle. */
  reason?: string;
  refundId?: string;
  /** Of a refund in part: centavos that went back this time. */
  centavos?: number;
  /** Of a refund in part: centavos that have gone back in all. */
  returnedCentavos?: number;
}

/** Tells apart changes of one order that may come several times. */
export function timeOf({
  refundId,
  returnedCentavos,
}: Pick<OrderJob, 'refundId' | 'returnedCentavos'>): string {
  return refundId ?? String(returnedCentavos ?? '');
}
