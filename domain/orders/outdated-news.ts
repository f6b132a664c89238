import type { OrderStatus } from './order-state.ts';

export interface OrderNow {
  status: OrderStatus;
  /** Since when the payment is disputed; null without a dispute. */
  disputedAt: Date | null;
}

/**
 * Whether the notification of an event is no longer true when its job runs: the order has changed since, and a later
 * event sends another one.
 * @param event.disputedAt for a dispute: when it was opened or won
 */
export function isOutdatedNews(
  { kind, disputedAt }: { kind: string; disputedAt?: string },
  order: OrderNow,
): boolean {
  const isReturned = order.status === 'refunded' || order.status === 'charged_back';
  switch (kind) {
    // The buyer holds the numbers.
    case 'paid':
      return isReturned;
    // Nothing was charged; false once the order was paid late.
    case 'cancelled':
      return order.status === 'paid' || isReturned;
    // The dispute is open.
    case 'disputed':
      return isReturned || (disputedAt !== undefined && order.disputedAt === null);
    // The payment is valid.
    case 'disputeWon':
      return isReturned || order.disputedAt !== null;
    // The numbers do not take part; false once the bank has reversed the charge-back.
    case 'chargedBack':
      return order.status === 'paid';
    default:
      return false;
  }
}
