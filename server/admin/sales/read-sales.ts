import type { Sales, SalesDays, SalesPeriod, SalesTotals } from '@mare/contract/admin/admin.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import { createTimedCache } from '../../platform/caching/timed-cache.ts';
import {
  countSince,
  findSalesWatermark,
  selectSalesHours,
  sumSalesHours,
  type SalesHour,
} from './sales-hours.queries.ts';
import { MACEIO_OFFSET_MS } from '@mare/domain/time/maceio-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const DAYS: Record<SalesPeriod, number> = { day: 1, week: 7, month: 30, year: 365 };

/** Before the first order. */
const NEVER = new Date(0);

interface Window {
  from: Date;
  /** Exclusive; now, if the period is not over. */
  until: Date;
  stepMs: number;
  steps: number;
}

/** Whole days that end now; a period of one day is the last 24 hours. */
function windowUntilNow(period: SalesPeriod, now: Date): Window {
  const stepMs = period === 'day' ? HOUR_MS : DAY_MS;
  const steps = period === 'day' ? 24 : DAYS[period];
  const from = new Date(beginOf(now, stepMs).getTime() - (steps - 1) * stepMs);
  return { from, until: new Date(now.getTime() + 1), stepMs, steps };
}

/** Chosen days; a single one by hour. */
function windowOfDays({ from: first, until: last }: SalesDays, now: Date): Window {
  const from = new Date(Date.parse(first) - MACEIO_OFFSET_MS);
  const end = Date.parse(last) - MACEIO_OFFSET_MS + DAY_MS;
  const days = Math.round((end - from.getTime()) / DAY_MS);
  const until = new Date(Math.max(from.getTime(), Math.min(end, now.getTime() + 1)));
  return { from, until, ...(days === 1 ? { stepMs: HOUR_MS, steps: 24 } : { stepMs: DAY_MS, steps: days }) };
}

/** @param days instead of the period */
export async function readSales(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  period: SalesPeriod,
  days?: SalesDays,
): Promise<Sales> {
  const now = clock.now();
  const { from, until, stepMs, steps } = days ? windowOfDays(days, now) : windowUntilNow(period, now);
  const watermark = (await findSalesWatermark(db)) ?? NEVER;
  const hours = await selectSalesHours(db, from, aggregatedUntil(watermark, until), until);
  const points = Array.from({ length: steps }, (_, step) => ({
    at: new Date(from.getTime() + step * stepMs).toISOString(),
    revenueCentavos: 0,
    paidOrders: 0,
    orders: 0,
  }));
  for (const { hour, revenueCentavos, paidOrders, orders } of hours) {
    const point = points[Math.floor((hour.getTime() - from.getTime()) / stepMs)];
    if (!point) continue;
    point.revenueCentavos += revenueCentavos;
    point.paidOrders += paidOrders;
    point.orders += orders;
  }
  const isOver = until <= now;
  const moment = isOver ? until : now;
  const earlier = (byMs: number) => readTotals(db, watermark, { from, until: moment, byMs });
  const isDay = stepMs === HOUR_MS;
  return {
    ...totalsOf(hours),
    before: await earlier(steps * stepMs),
    weekBefore: isDay ? await earlier(7 * DAY_MS) : null,
    isOver,
    points,
  };
}

/**
 * Totals of an equal period in the past, computed to the exact moment, because the hourly aggregate would include the
 * rest of its last hour.
 */
async function readTotals(
  db: Platform['db'],
  watermark: Date,
  period: { from: Date; until: Date; byMs: number },
): Promise<SalesTotals> {
  const from = new Date(period.from.getTime() - period.byMs);
  const until = new Date(period.until.getTime() - period.byMs);
  return totalsOf(await selectSalesHours(db, from, aggregatedUntil(watermark, until), until));
}

/** End of the aggregated hours that lie wholly before `until`. */
function aggregatedUntil(watermark: Date, until: Date): Date {
  const lastHour = Math.floor(until.getTime() / HOUR_MS) * HOUR_MS;
  return new Date(Math.min(watermark.getTime(), lastHour));
}

function totalsOf(hours: readonly SalesHour[]): SalesTotals {
  const sum = (of: (hour: SalesHour) => number) => hours.reduce((total, hour) => total + of(hour), 0);
  return {
    orders: sum((hour) => hour.orders),
    paidOrders: sum((hour) => hour.paidOrders),
    cotas: sum((hour) => hour.cotas),
    revenueCentavos: sum((hour) => hour.revenueCentavos),
    newUsers: sum((hour) => hour.newUsers),
  };
}

const ALL_TIME_SUM_MS = 10 * 60_000;

/** By watermark: the sum of all hours before it, a row for each hour that the shop has existed. */
const allTimeSum = defineCache(() => createTimedCache<{ orders: number; newUsers: number }>(ALL_TIME_SUM_MS));

/** Number of people and orders: aggregates plus the rows since. */
export async function countUsersAndOrders(
  platform: Pick<Platform, 'db' | 'caches' | 'clock'>,
): Promise<{ users: number; orders: number }> {
  const { db, clock } = platform;
  const watermark = (await findSalesWatermark(db)) ?? NEVER;
  const [before, since] = await Promise.all([
    allTimeSum(platform).get(watermark.toISOString(), clock.now(), () => sumSalesHours(db, watermark)),
    countSince(db, watermark),
  ]);
  return { users: before.newUsers + since.newUsers, orders: before.orders + since.orders };
}

/** Start of the hour or day in Maceió. */
function beginOf(instant: Date, stepMs: number): Date {
  return new Date(Math.floor((instant.getTime() + MACEIO_OFFSET_MS) / stepMs) * stepMs - MACEIO_OFFSET_MS);
}
