/** Monthly statement of an affiliate: opening balance, earned, reversed and paid-out commissions. */
import { dateInMaceio, MACEIO_OFFSET_MS } from '../time/maceio-time.ts';

export interface StatementSums {
  /** Earned and not yet paid out when the month began; negative for a debt. */
  openingCentavos: number;
  /** Includes commissions restored after a reversed charge-back. */
  earnedCentavos: number;
  /** Reversed by refunds and charge-backs, and for purchases of the affiliate; zero or negative. */
  reversedCentavos: number;
  paidOutCentavos: number;
}

export function closingCentavos(sums: StatementSums): number {
  return sums.openingCentavos + sums.earnedCentavos + sums.reversedCentavos - sums.paidOutCentavos;
}

/** The month in Maceió, 'YYYY-MM'. */
export function monthOf(instant: Date): string {
  return dateInMaceio(instant).slice(0, 7);
}

/**
 * From the first instant of a month in Maceió to the first of the next.
 * @param month 'YYYY-MM'
 */
export function monthRange(month: string): { from: Date; to: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const start = (at: number) => new Date(Date.UTC(year, at, 1) - MACEIO_OFFSET_MS);
  return { from: start(number - 1), to: start(number) };
}

/** Months from one instant to another, newest first, 'YYYY-MM'. */
export function monthsBetween(from: Date, to: Date): string[] {
  const months: string[] = [];
  const first = monthOf(from);
  for (let month = monthOf(to); month >= first; month = monthBefore(month)) months.push(month);
  return months;
}

function monthBefore(month: string): string {
  return monthOf(new Date(monthRange(month).from.getTime() - 1));
}
