/** Days and hours of draws, in Brasília's time (three hours behind UTC, without summer time since 2019). */

const HOUR_MS = 3_600_000;
const BRASILIA_MS = -3 * HOUR_MS;

/**
 * How long before the draw the sales end. Orders still pending live for 15 minutes; the list has to be frozen and
 * published before the lottery runs.
 */
const SALES_END_MS = HOUR_MS;

/** Sales of a rifa are over at `now` if its draw date is at or before this moment. */
export function latestDrawDateOfEndedSales(now: Date): Date {
  return new Date(now.getTime() + SALES_END_MS);
}

/** ISO date. */
export function brasiliaDate(at: Date): string {
  return new Date(at.getTime() + BRASILIA_MS).toISOString().slice(0, 10);
}
