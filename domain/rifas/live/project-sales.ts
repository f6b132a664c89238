/** Projects when a rifa will be sold out, from its last days, as a range. */

const DAY_MS = 86_400_000;

/** Whole days that the projection looks back on. */
export const PROJECTED_FROM_DAYS = 7;
/** Minimum of whole days for a projection. */
const MIN_DAYS = 2;
/** 80% of outcomes lie within this many standard deviations, if days vary as before. */
const Z_80 = 1.28;

export interface SalesSoFar {
  sold: number;
  total: number;
  /** Cotas of the complete 24-hour periods counted back from now, the latest first. None from before the opening. */
  cotasByDay: readonly number[];
  salesEndAt: Date;
}

interface Range<Value> {
  low: Value;
  middle: Value;
  high: Value;
}

export interface SalesProjection {
  /** `sells_out` and `unlikely` hold over the whole range. */
  verdict: 'sells_out' | 'may_sell_out' | 'unlikely';
  cotasPerDay: Range<number>;
  /** Total cotas sold at the end of sales. */
  soldAtEnd: Range<number>;
  /** Null: not before the end of sales. `low` is the latest moment. */
  soldOutAt: Range<Date | null>;
}

/** @returns null with fewer than two whole days of sales, after the end of sales, and when nothing is left */
export function projectSales(
  { sold, total, cotasByDay, salesEndAt }: SalesSoFar,
  now: Date,
): SalesProjection | null {
  const days = cotasByDay.slice(0, PROJECTED_FROM_DAYS);
  const daysLeft = (salesEndAt.getTime() - now.getTime()) / DAY_MS;
  if (days.length < MIN_DAYS || daysLeft <= 0 || sold >= total) return null;
  const mean = days.reduce((sum, cotas) => sum + cotas, 0) / days.length;
  const variance = days.reduce((sum, cotas) => sum + (cotas - mean) ** 2, 0) / (days.length - 1);
  // Variance of the past mean and of the coming days.
  const spread = Z_80 * Math.sqrt(variance * (1 / days.length + 1 / Math.max(daysLeft, 1)));
  const cotasPerDay = { low: Math.max(0, mean - spread), middle: mean, high: mean + spread };
  const soldAtEnd = mapRange(cotasPerDay, (perDay) => Math.min(total, Math.floor(sold + perDay * daysLeft)));
  const soldOutAt = mapRange(cotasPerDay, (perDay) => soldOutMoment(total - sold, perDay, now, salesEndAt));
  const verdict = soldOutAt.low ? 'sells_out' : soldOutAt.high ? 'may_sell_out' : 'unlikely';
  return { verdict, cotasPerDay, soldAtEnd, soldOutAt };
}

function soldOutMoment(left: number, perDay: number, now: Date, salesEndAt: Date): Date | null {
  const at = now.getTime() + (left / perDay) * DAY_MS;
  return perDay > 0 && at <= salesEndAt.getTime() ? new Date(at) : null;
}

const mapRange = <From, To>(range: Range<From>, map: (value: From) => To): Range<To> => ({
  low: map(range.low),
  middle: map(range.middle),
  high: map(range.high),
});
