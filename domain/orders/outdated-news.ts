import type { OrderStatus } from './order-state.ts';

export interface OrderNow {
  status: OrderStatus;
  /** Since when the payment is disputed; null without a dispute. */
  disputedAt: Date | null;
}

/**
 * Whether the notification of an event is no longer true when its job runs: the order has changed since, and a later event
 * notifies of that.
 * @param event.disputedAt for a dispute: when it was opened or won
 */
export function isOutdatedNews(
  { kind, disputedAt }: { kind: string; disputedAt?: string },
  order: OrderNow,
): boolean {
  const isReturned = order.status === 'refunded' || order.status === 'charged_back';
  switch (kind) {
    // The numbers are the buyer's.
    case 'paid':
      return isReturned;
    // Nothing was charged: false once the order was paid late.
    case 'cancelled':
      return order.status === 'paid' || isReturned;
    // The bank has yet to decide.
    case 'disputed':
      return isReturned || (disputedAt !== undefined && order.disputedAt === null);
    // The payment counts.
    case 'disputeWon':
      return isReturned || order.disputedAt !== null;
    // The numbers take no part: false once the bank has reversed it.
    case 'chargedBack':
      return order.status === 'paid';
    default:
      return false;
  }
}
