/** Writes down what the analytics page would otherwise have to count anew each time. Run twice, it writes the same. */
import type { Platform } from '../../platform/platform.ts';
import { findCohortsCount, writeCohorts } from './cohorts.queries.ts';
import { writeVisitDays } from './visits.queries.ts';

const DAY_MS = 86_400_000;
/** Maceió keeps one time all year. */
const OFFSET_MS = -3 * 3_600_000;

/** Today and yesterday are counted from the visits whenever somebody looks. */
export const LIVE_DAYS = 2;
/** An order is paid within minutes, seldom on another day. */
const CHANGING_DAYS = 5;
const COHORTS_EVERY_MS = 3_600_000;

/** A day as '2026-11-21', so many days from the one of the instant. */
export function dayInMaceio(instant: Date, days: number): string {
  return new Date(instant.getTime() + OFFSET_MS + days * DAY_MS).toISOString().slice(0, 10);
}

/** @param days that are counted anew */
export async function countAnalytics(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  days = CHANGING_DAYS,
): Promise<void> {
  const now = clock.now();
  await writeVisitDays(db, dayInMaceio(now, -days), dayInMaceio(now, 1 - LIVE_DAYS));
  const counted = await findCohortsCount(db);
  if (!counted || now.getTime() - counted.getTime() >= COHORTS_EVERY_MS) await writeCohorts(db, now);
}
