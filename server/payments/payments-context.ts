/** What every use case of payments leans on. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';
import type { PaymentProvider } from './payment-provider.ts';

export interface PaymentsContext extends Pick<Platform, 'db' | 'jobs' | 'clock' | 'random' | 'log'> {
  provider: PaymentProvider;
  moves: OrderMoves;
}

/** How money moves an order; what that means for its numbers is the business of orders. */
export interface OrderMoves {
  /**
   * Pending becomes paid. A cancelled or failed order too ("late"), if exactly its numbers are free and sales open.
   * `already`: another payment has settled it before.
   */
  settle(
    trx: Transaction<DB>,
    orderId: string,
    paidAt: Date,
  ): Promise<'settled' | 'settled_late' | 'numbers_taken' | 'already'>;
  /** False when the order's state does not allow it; then nothing was changed. */
  release(
    trx: Transaction<DB>,
    orderId: string,
    to: 'cancelled' | 'failed' | 'refunded' | 'charged_back',
  ): Promise<boolean>;
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
