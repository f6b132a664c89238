/** Aggregates visits and cohorts for the analytics page. Idempotent. */
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCohortsCount, writeCohorts } from './cohorts.queries.ts';
import { writeVisitDays } from './visits.queries.ts';

const DAY_MS = 86_400_000;

/** Today and yesterday are counted on read. */
export const LIVE_DAYS = 2;
/** Recomputed each time: orders are paid within minutes, rarely on another day. */
const PAYING_DAYS = 5;
/** Window that is recomputed once an hour. Refunds of older orders are counted separately. */
const CHANGING_DAYS = 40;
const HOUR_MS = 3_600_000;

/** Date in Maceió some days after an instant, 'YYYY-MM-DD'. */
export function dateDaysLater(instant: Date, days: number): string {
  return dateInMaceio(new Date(instant.getTime() + days * DAY_MS));
}

/** @param days to recompute instead */
export async function countAnalytics(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  days?: number,
): Promise<void> {
  const now = clock.now();
  const counted = await findCohortsCount(db);
  const isHourly = !counted || now.getTime() - counted.getTime() >= HOUR_MS;
  const changing = days ?? (isHourly ? CHANGING_DAYS : PAYING_DAYS);
  await writeVisitDays(db, dateDaysLater(now, -changing), dateDaysLater(now, 1 - LIVE_DAYS));
  if (isHourly) await writeCohorts(db, now);
}
