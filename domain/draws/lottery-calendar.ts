/** When the Loteria Federal draws, in Brasília's time (three hours behind UTC, without summer time since 2019). */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BRASILIA_MS = -3 * HOUR_MS;
const SUNDAY = 0;
const WEDNESDAY = 3;
const DRAW_DAYS: ReadonlySet<number> = new Set([SUNDAY, WEDNESDAY]);
/** Holidays move draws, so a number foretold for long ahead would often be wrong. */
const FORETOLD_DAYS = 60;

/**
 * How long before the draw the sales end. Orders still pending live for 15 minutes; the list has to be frozen and
 * published before the lottery runs.
 */
const SALES_END_MS = HOUR_MS;

/** The draw dates of the rifas whose sales are over at `now` are at or before this moment. */
export function latestDrawDateOfEndedSales(now: Date): Date {
  return new Date(now.getTime() + SALES_END_MS);
}

/** ISO date. */
export function brasiliaDate(at: Date): string {
  return new Date(at.getTime() + BRASILIA_MS).toISOString().slice(0, 10);
}

/** Before this moment no extraction of that ISO date has run: 11:00 on Sundays, 19:00 on other days. */
export function earliestExtraction(date: string): Date {
  const hour = dayOfWeek(date) === SUNDAY ? 11 : 19;
  return new Date(Date.parse(`${date}T00:00:00Z`) - BRASILIA_MS + hour * HOUR_MS);
}

/** The first usual draw that leaves a day to tell the buyers of it. */
export function earliestDrawAfter(now: Date): Date {
  for (let day = 1; ; day++) {
    const date = brasiliaDate(new Date(now.getTime() + day * DAY_MS));
    const at = earliestExtraction(date);
    if (DRAW_DAYS.has(dayOfWeek(date)) && at.getTime() - now.getTime() >= DAY_MS) return at;
  }
}

/**
 * The number of the extraction of an ISO date, counted from a known one over the usual days (Wednesday and Sunday).
 * @returns null when the lottery does not usually run on that date, or that lies too far ahead to be foretold
 */
export function foretellExtraction(known: { extraction: number; date: string }, date: string): number | null {
  const days = (Date.parse(date) - Date.parse(known.date)) / DAY_MS;
  if (!DRAW_DAYS.has(dayOfWeek(date)) || days <= 0 || days > FORETOLD_DAYS) return null;
  let { extraction } = known;
  for (let day = 1; day <= days; day++)
    if (DRAW_DAYS.has(new Date(Date.parse(known.date) + day * DAY_MS).getUTCDay())) extraction++;
  return extraction;
}

function dayOfWeek(date: string): number {
  return new Date(date).getUTCDay();
}
