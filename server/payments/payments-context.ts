/** What every use case of payments leans on. */
import type { Platform } from '../platform/platform.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface PaymentsContext extends Pick<Platform, 'db' | 'jobs' | 'clock' | 'random' | 'log'> {
  provider: PaymentProvider;
}

/**
 * What other features do after an order changed: one job each, enqueued in the transaction of the change, with
 * `{ orderId }`. `payment-returned` carries `{ orderId, refundId, reason }`: money that did not settle its order goes
 * back by itself.
 */
export const ORDER_JOBS = {
  paid: 'order-paid',
  cancelled: 'order-cancelled',
  refunded: 'order-refunded',
  chargedBack: 'order-charged-back',
  paymentReturned: 'payment-returned',
} as const;
