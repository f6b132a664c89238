import { canChangeOrder, type OrderStatus } from './order-state.ts';

/** A payment shows within two seconds: half a second is left for the response. */
const WAITING_MS = 1500;
/** For late payments and refunds. */
const LATE_MS = 5000;

/**
 * Polling interval of an order page in milliseconds; false once the order is final.
 * @param isWatched the page is open and a payment or refund is expected
 */
export function watchOrderEvery(
  {
    status,
    refundUnderWay,
    cashOwedCentavos = 0,
  }: { status: OrderStatus; refundUnderWay: boolean; cashOwedCentavos?: number },
  isWatched = false,
): number | false {
  if (status === 'pending') return WAITING_MS;
  if (canChangeOrder(status, 'paid')) return isWatched ? WAITING_MS : LATE_MS;
  return refundUnderWay || cashOwedCentavos > 0 ? LATE_MS : false;
}
