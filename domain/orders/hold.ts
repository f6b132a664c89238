/** How long an order's numbers are reserved for its payment. Spec: community, section 9. */
export const HOLD_MS = 15 * 60_000;
