import { canChangeOrder, type OrderStatus } from './order-state.ts';

/** A payment shows within two seconds of being known to us: half a second is left for the answer. */
const WAITING_MS = 1500;
/** Money that comes late, or goes back. */
const LATE_MS = 5000;

/**
 * How often a page that shows an order asks after it, in milliseconds; false once nothing more can come.
 * @param isWatched somebody sits before the page because the money is on its way
 */
export function watchOrderEvery(
  { status, refundUnderWay }: { status: OrderStatus; refundUnderWay: boolean },
  isWatched = false,
): number | false {
  if (status === 'pending') return WAITING_MS;
  if (canChangeOrder(status, 'paid')) return isWatched ? WAITING_MS : LATE_MS;
  return refundUnderWay ? LATE_MS : false;
}
