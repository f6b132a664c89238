/** Aggregates visits and cohorts for the analytics page. Idempotent. */
import { dateInMaceio } from '@mare/domain/maceio-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCohortsCount, writeCohorts } from './cohorts.queries.ts';
import { writeVisitDays } from './visits.queries.ts';

const DAY_MS = 86_400_000;

/** Today and yesterday are counted on read. */
export const LIVE_DAYS = 2;
/** Recomputed window: orders are paid within minutes, rarely on another day. */
const CHANGING_DAYS = 5;
const COHORTS_EVERY_MS = 3_600_000;

/** Date in Maceió some days after an instant, 'YYYY-MM-DD'. */
export function dateDaysLater(instant: Date, days: number): string {
  return dateInMaceio(new Date(instant.getTime() + days * DAY_MS));
}

/** @param days to recompute */
export async function countAnalytics(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  days = CHANGING_DAYS,
): Promise<void> {
  const now = clock.now();
  await writeVisitDays(db, dateDaysLater(now, -days), dateDaysLater(now, 1 - LIVE_DAYS));
  const counted = await findCohortsCount(db);
  if (!counted || now.getTime() - counted.getTime() >= COHORTS_EVERY_MS) await writeCohorts(db, now);
}
