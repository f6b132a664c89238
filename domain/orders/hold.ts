/** Reservation time of a pending order's numbers. Spec: community, section 9. */
export const HOLD_MS = 15 * 60_000;

/** Whether an unpaid order ended while its numbers were still reserved: given up, changed, or its rifa was cancelled. */
export function endedBeforeItsHold(order: {
  status: string;
  closingAt: Date | null;
  holdExpiresAt: Date;
}): boolean {
  const { status, closingAt, holdExpiresAt } = order;
  return status === 'cancelled' && closingAt !== null && closingAt < holdExpiresAt;
}
