import type { Sales, SalesPeriod, SalesTotals } from '@mare/contract/admin/admin.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  findSalesWatermark,
  selectSalesHours,
  sumSalesHours,
  type SalesHour,
} from './sales-hours.queries.ts';
import { MACEIO_OFFSET_MS } from '@mare/domain/maceio-time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const DAYS: Record<SalesPeriod, number> = { day: 1, week: 7, month: 30, year: 365 };

/** Before the first order. */
const NEVER = new Date(0);

/** Whole days that end now; a period of one day is the last 24 hours. */
export async function readSales(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  period: SalesPeriod,
): Promise<Sales> {
  const now = clock.now();
  const stepMs = period === 'day' ? HOUR_MS : DAY_MS;
  const steps = period === 'day' ? 24 : DAYS[period];
  const from = new Date(beginOf(now, stepMs).getTime() - (steps - 1) * stepMs);
  const watermark = (await findSalesWatermark(db)) ?? NEVER;
  const hours = await selectSalesHours(db, from, watermark, new Date(now.getTime() + 1));
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
  const earlier = (byMs: number) => readTotals(db, watermark, { from, until: now, byMs });
  return {
    ...totalsOf(hours),
    before: await earlier(steps * stepMs),
    weekBefore: period === 'day' ? await earlier(7 * DAY_MS) : null,
    points,
  };
}

/** Totals of a period moved into the past, exact to the moment: the aggregate of its last hour would count too much. */
async function readTotals(
  db: Platform['db'],
  watermark: Date,
  period: { from: Date; until: Date; byMs: number },
): Promise<SalesTotals> {
  const from = new Date(period.from.getTime() - period.byMs);
  const until = new Date(period.until.getTime() - period.byMs);
  const lastHour = Math.floor(until.getTime() / HOUR_MS) * HOUR_MS;
  const aggregated = new Date(Math.min(watermark.getTime(), lastHour));
  return totalsOf(await selectSalesHours(db, from, aggregated, until));
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

/** Number of people and orders: aggregates plus the rows since. */
export async function countUsersAndOrders({
  db,
  clock,
}: Pick<Platform, 'db' | 'clock'>): Promise<{ users: number; orders: number }> {
  const watermark = (await findSalesWatermark(db)) ?? NEVER;
  const [before, live] = await Promise.all([
    sumSalesHours(db),
    selectSalesHours(db, watermark, watermark, new Date(clock.now().getTime() + 1)),
  ]);
  return {
    users: before.newUsers + live.reduce((total, hour) => total + hour.newUsers, 0),
    orders: before.orders + live.reduce((total, hour) => total + hour.orders, 0),
  };
}

/** Start of the hour or day in Maceió. */
function beginOf(instant: Date, stepMs: number): Date {
  return new Date(Math.floor((instant.getTime() + MACEIO_OFFSET_MS) / stepMs) * stepMs - MACEIO_OFFSET_MS);
}
