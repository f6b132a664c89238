/** When the sales of an announced rifa begin. */
import { fullMinute } from '../../time/full-minute.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * An announced rifa is published this long before its sales: numbers, commitments and the public log are ready before the
 * first order. From then on its terms are fixed.
 */
export const PREPARED_BEFORE_MS = 5 * MINUTE_MS;

/** First moment of sales: for VIPs where they have a presale. @param vipHours length of the presale */
export function salesOpenAt(salesStart: Date, vipHours: number): Date {
  return new Date(salesStart.getTime() - vipHours * HOUR_MS);
}

/** When a presale to VIPs that begins now ends. */
export function presaleEnds(now: Date, vipHours: number): Date {
  return fullMinute(new Date(now.getTime() + vipHours * HOUR_MS));
}

/** The opening is published in advance. A page that does not find it retries after this time. */
const RECHECK_MS = 3_000;
const DAY_MS = 24 * HOUR_MS;

/** Delay (ms) until an open page fetches again whether sales began; false when they are more than a day away. */
export function untilOpeningCheck(opensAt: string | null, now: Date): number | false {
  if (opensAt === null) return false;
  const left = new Date(opensAt).getTime() - now.getTime();
  return left < DAY_MS && (left > 0 ? left : RECHECK_MS);
}
