/** When the sales of a rifa end: declared with it, before the hour of its extraction. */

const MINUTE_MS = 60_000;

export const MIN_SALES_END_MINUTES = 10;
export const MAX_SALES_END_MINUTES = 24 * 60;

/** The database computes the same as `rifas.sales_end_at`. */
export function salesEndAt(drawDate: Date, minutesBefore: number): Date {
  return new Date(drawDate.getTime() - minutesBefore * MINUTE_MS);
}

const DAY_MS = 24 * 60 * MINUTE_MS;
/** The shop closes a rifa within a minute. An open page polls until then. */
const RECHECK_MS = 10_000;
/** A paused rifa may resume at any time. */
const PAUSE_RECHECK_MS = 60_000;

/** Delay (ms) until an open page fetches again whether the rifa is on sale; false on other days. */
export function untilSalesCheck(rifa: { status: string; salesEndAt: string }, now: Date): number | false {
  if (rifa.status === 'paused') return PAUSE_RECHECK_MS;
  if (rifa.status !== 'active') return false;
  const left = new Date(rifa.salesEndAt).getTime() - now.getTime();
  return left < DAY_MS && Math.max(left, 0) + RECHECK_MS;
}

/** The list is frozen and sealed in the last minutes before the extraction, so no order may be pending then. */
const SEALING_MS = 3 * MINUTE_MS;

/**
 * When the numbers of an order created now are released.
 * @param drawDates of its rifas
 */
export function holdExpiry(now: Date, holdMs: number, drawDates: readonly Date[]): Date {
  return new Date(
    Math.min(now.getTime() + holdMs, ...drawDates.map((drawDate) => drawDate.getTime() - SEALING_MS)),
  );
}
