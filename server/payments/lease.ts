/** Duration of a lease without renewal: the rows of a crashed worker are delayed by this. */
export const LEASE_MS = 10_000;
/** Twice in a lease, so that one renewal may be lost. */
export const RENEW_EVERY_MS = 4_000;
