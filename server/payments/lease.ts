/** How long a worker holds a claimed row without renewing its lease: a worker that dies delays its rows by this. */
export const LEASE_MS = 10_000;
/** Twice in a lease, so that one renewal may be lost. */
export const RENEW_EVERY_MS = 4_000;
