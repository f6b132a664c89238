/** Dates of the demo data, relative to the time it is loaded. */

import { DEFAULT_LOTTERY_HOURS, extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;

/**
 * The hour of a Wednesday's extraction of the Loteria Federal.
 *
 * @param week 1 is the next one that is over two days away, so that its rifas are on sale for a visit; 2 the one
 *   after it; 0 the latest past one, -1 the one before
 */
export function demoDrawDate(now: Date, week: number): Date {
  const firstWednesday = extractionTime('1970-01-07', DEFAULT_LOTTERY_HOURS).getTime();
  const from = now.getTime() + (week > 0 ? 2 * DAY : 0);
  const over = Math.floor((from - firstWednesday) / WEEK);
  return new Date(firstWednesday + (over + week) * WEEK);
}

/** Midnight in Maceió, a number of days ago; negative for the future. */
export function demoMidnight(now: Date, daysAgo: number): Date {
  const midnightUtc = 3 * 60 * 60 * 1000;
  const today = Math.floor((now.getTime() - midnightUtc) / DAY) * DAY + midnightUtc;
  return new Date(today - daysAgo * DAY);
}

/** A number of days before `now`; negative for the future. */
export function demoDaysAgo(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY);
}
