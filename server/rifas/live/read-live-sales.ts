import type { LiveStep, RifaLiveSales } from '@mare/contract/rifas/rifa-live.ts';
import { MACEIO_OFFSET_MS } from '@mare/domain/time/maceio-time.ts';
import { PROJECTED_FROM_DAYS, projectSales } from '@mare/domain/rifas/live/project-sales.ts';
import type { Platform } from '../../platform/platform.ts';
import { countSales, countSources, findMilestones } from './live.queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SOURCES_DAYS = 30;

const STEPS: Record<LiveStep, { stepMs: number; count: number }> = {
  minute: { stepMs: MINUTE_MS, count: 60 },
  hour: { stepMs: 60 * MINUTE_MS, count: 48 },
  day: { stepMs: DAY_MS, count: 30 },
};

/** @returns null for a rifa that was never published */
export async function readLiveSales(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  rifaId: string,
  step: LiveStep,
): Promise<RifaLiveSales | null> {
  const now = clock.now();
  const rifa = await db
    .selectFrom('rifas')
    .select(['totalNumbers', 'salesEndAt', 'publishedAt', 'opensAt', 'status'])
    .select((eb) =>
      eb
        .selectFrom('rifaCounters')
        .select((counter) => counter.fn.coalesce(counter.fn.sum<number>('sold'), counter.lit(0)).as('sold'))
        .whereRef('rifaId', '=', 'rifas.id')
        .as('sold'),
    )
    .where('id', '=', rifaId)
    .where('publishedAt', 'is not', null)
    .executeTakeFirst();
  if (!rifa) return null;
  const openedAt = rifa.opensAt ?? rifa.publishedAt!;
  const [points, milestones, sources, cotasByDay] = await Promise.all([
    readPoints(db, rifaId, step, now),
    findMilestones(db, rifaId),
    countSources(db, rifaId, new Date(now.getTime() - SOURCES_DAYS * DAY_MS)),
    readWholeDays(db, rifaId, openedAt, now),
  ]);
  const { totalNumbers: total, salesEndAt } = rifa;
  const projection =
    rifa.status === 'active'
      ? projectSales({ sold: rifa.sold ?? 0, total, cotasByDay, salesEndAt }, now)
      : null;
  return {
    points,
    sources,
    milestones: milestones.map(({ percent, reachedAt }) => ({ percent, reachedAt: reachedAt.toISOString() })),
    projection: projection && {
      ...projection,
      soldOutAt: {
        low: projection.soldOutAt.low?.toISOString() ?? null,
        middle: projection.soldOutAt.middle?.toISOString() ?? null,
        high: projection.soldOutAt.high?.toISOString() ?? null,
      },
    },
  };
}

/** Minutes, hours or days of Maceió; the last one is incomplete. */
async function readPoints(db: Platform['db'], rifaId: string, step: LiveStep, now: Date) {
  const { stepMs, count } = STEPS[step];
  const local = now.getTime() + MACEIO_OFFSET_MS;
  const from = new Date(Math.floor(local / stepMs) * stepMs - MACEIO_OFFSET_MS - (count - 1) * stepMs);
  const until = new Date(now.getTime() + 1);
  const counted = await countSales(db, rifaId, { from, until, stepMs });
  const byBucket = new Map(counted.map((one) => [one.bucket, one]));
  return Array.from({ length: count }, (_, bucket) => ({
    at: new Date(from.getTime() + bucket * stepMs).toISOString(),
    cotas: byBucket.get(bucket)?.cotas ?? 0,
    revenueCentavos: byBucket.get(bucket)?.revenueCentavos ?? 0,
  }));
}

/** Cotas of the complete 24-hour periods since the opening, the latest first. */
async function readWholeDays(
  db: Platform['db'],
  rifaId: string,
  openedAt: Date,
  now: Date,
): Promise<number[]> {
  const sinceOpening = Math.floor((now.getTime() - openedAt.getTime()) / DAY_MS);
  const days = Math.min(PROJECTED_FROM_DAYS, Math.max(0, sinceOpening));
  if (days === 0) return [];
  const from = new Date(now.getTime() - days * DAY_MS);
  const counted = await countSales(db, rifaId, { from, until: now, stepMs: DAY_MS });
  const byBucket = new Map(counted.map(({ bucket, cotas }) => [bucket, cotas]));
  return Array.from({ length: days }, (_, bucket) => byBucket.get(bucket) ?? 0).toReversed();
}
