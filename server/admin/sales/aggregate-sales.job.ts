import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { countAnalytics } from '../analytics/count-analytics.ts';
import { findSalesWatermark, writeSalesHours } from './sales-hours.queries.ts';

const HOUR_MS = 3_600_000;
/** Younger orders still change: they are counted on read. */
const LIVE_HOURS = 48;
/** Recomputed window: refunds and disputes rarely change older hours. */
const CHANGING_DAYS = 40;
const BEGINNING = new Date('2020-01-01T00:00:00Z');

export const aggregateSalesJob = defineJob(
  'add-up-sales',
  { everyMinutes: 10 },
  async (platform: Pick<Platform, 'db' | 'clock'>) => {
    await aggregateSales(platform);
    await countAnalytics(platform);
  },
);

/** Aggregates sales by hour, up to two days ago. Idempotent. */
export async function aggregateSales({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const until = new Date(Math.floor(clock.now().getTime() / HOUR_MS) * HOUR_MS - LIVE_HOURS * HOUR_MS);
  const watermark = await findSalesWatermark(db);
  const from = watermark ? new Date(watermark.getTime() - CHANGING_DAYS * 24 * HOUR_MS) : BEGINNING;
  if (from < until) await writeSalesHours(db, from, until);
}
