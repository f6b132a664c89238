/** Reservation time of a pending order's numbers. Spec: community, section 9. */
export const HOLD_MS = 15 * 60_000;
