import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { countAnalytics, dateDaysLater, LIVE_DAYS } from '../analytics/count-analytics.ts';
import { recountChangedSales } from './recount-changed-sales.ts';
import { findSalesWatermark, writeSalesHours } from './sales-hours.queries.ts';

const HOUR_MS = 3_600_000;
/** Younger orders still change: they are counted on read. */
const LIVE_HOURS = 48;
/** Window that is recomputed. Refunds and disputes of older orders are counted separately. */
const CHANGING_DAYS = 40;
const BEGINNING = new Date('2020-01-01T00:00:00Z');

type Deps = Pick<Platform, 'db' | 'clock'>;

export const aggregateSalesJob = defineJob('add-up-sales', { everyMinutes: 10 }, (platform: Deps) =>
  addUpSales(platform),
);

/** Sums of sales and visits by hour, day and month. Idempotent. */
export async function addUpSales(platform: Deps): Promise<void> {
  await aggregateSales(platform);
  await countAnalytics(platform);
  const now = platform.clock.now();
  await recountChangedSales(platform.db, {
    salesUntil: aggregatedUntil(now),
    visitsUntil: dateDaysLater(now, 1 - LIVE_DAYS),
  });
}

/** Aggregates sales by hour, up to two days ago. Idempotent. */
export async function aggregateSales({ db, clock }: Deps): Promise<void> {
  const until = aggregatedUntil(clock.now());
  const watermark = await findSalesWatermark(db);
  const from = watermark ? new Date(watermark.getTime() - CHANGING_DAYS * 24 * HOUR_MS) : BEGINNING;
  if (from < until) await writeSalesHours(db, from, until);
}

function aggregatedUntil(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - LIVE_HOURS * HOUR_MS);
}
