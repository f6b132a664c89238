/** Reservation time of a pending order's numbers. Spec: community, section 9. */
export const HOLD_MS = 15 * 60_000;

/**
 * Orders are paid within this time after they are created, because charges expire. Lets queries of payments use the
 * index on the creation time.
 */
export const LATEST_PAYMENT_MS = 2 * 86_400_000;

/**
 * Whether an unpaid order ended while its numbers were still reserved: cancelled or changed by the buyer, or its rifa
 * was cancelled.
 */
export function endedBeforeItsHold(order: {
  status: string;
  closingAt: Date | null;
  holdExpiresAt: Date;
}): boolean {
  const { status, closingAt, holdExpiresAt } = order;
  return status === 'cancelled' && closingAt !== null && closingAt < holdExpiresAt;
}
