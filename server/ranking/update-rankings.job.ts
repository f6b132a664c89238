/**
 * Rankings with prizes: fixes the prizes of each period when it begins, and its winners after it has ended; passes
 * prizes on when money of the period went back. Also recomputes points after a change of their rule.
 */
import { PERIOD_KINDS, PERIODS, type Period, periodAt } from '@mare/domain/ranking/periods.ts';
import { updatePointTotals } from '../accounts/profile/buyer-totals.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { notifyRankingWinner } from './notify-ranking-winner.ts';
import { selectRanking } from './ranking.queries.ts';
import { readRankingRules } from './read-ranking-rules.ts';
import { reviseRankings } from './revise-ranking.ts';
import { RESERVES, storeStanding } from './store-standing.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random'>;

/** Waits for payments of the last minutes. */
const GRACE_MS = 30 * 60_000;
const BATCH_SIZE = 5_000;

export const updateRankingsJob = defineJob(
  // The queue's original name: pg-boss would keep the schedule of a renamed queue.
  'keep-rankings',
  { cron: '*/10 * * * *', retryLimit: 2 },
  async (platform: Deps, { recount = false }: { recount?: boolean }) => {
    if (recount) await recomputePoints(platform);
    await updateRankings(platform);
  },
);

export async function updateRankings(platform: Deps): Promise<void> {
  await openPeriods(platform);
  await closePeriods(platform);
  await reviseRankings(platform);
}

/** Stores the prizes of running periods once; later settings do not change them. */
async function openPeriods({ db, clock }: Deps): Promise<void> {
  const { prizes } = await readRankingRules(db);
  const periods = PERIOD_KINDS.filter((kind) => prizes[kind].length > 0).map((kind) => ({
    ...periodAt(kind, clock.now()),
    prizes: prizes[kind],
  }));
  if (periods.length === 0) return;
  await db
    .insertInto('rankingPeriods')
    .values(periods)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function closePeriods(platform: Deps): Promise<void> {
  const { db, clock } = platform;
  const ended = await db
    .selectFrom('rankingPeriods')
    .select(['kind', 'startsAt', 'endsAt', 'prizes'])
    .where('closedAt', 'is', null)
    .where('endsAt', '<=', new Date(clock.now().getTime() - GRACE_MS))
    .orderBy('endsAt')
    .execute();
  for (const { kind, prizes, ...times } of ended)
    await closePeriod(platform, { kind: kind as Period['kind'], ...times }, prizes);
}

/** Idempotent: the transaction that sets `closed_at` writes the winners. */
async function closePeriod(platform: Deps, period: Period, prizes: readonly string[]): Promise<void> {
  const { db, clock } = platform;
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('rankingPeriods')
      .set({ closedAt: clock.now() })
      .where('kind', '=', period.kind)
      .where('startsAt', '=', period.startsAt)
      .where('closedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const standing = await selectRanking(trx, period, prizes.length + RESERVES, clock.now());
    await storeStanding(trx, period, standing);
    const winners = standing.slice(0, prizes.length).map(({ userId, points }, at) => ({
      kind: period.kind,
      startsAt: period.startsAt,
      place: at + 1,
      holderNumber: 1,
      userId,
      points,
      prize: prizes[at]!,
    }));
    if (winners.length > 0) await trx.insertInto('rankingWinners').values(winners).execute();
    for (const winner of winners) await notifyRankingWinner(trx, platform, winner);
    await recordActivity(trx, platform, {
      userId: null,
      action: 'close-ranking',
      entityType: 'ranking',
      entityId: `${period.kind}:${period.startsAt.toISOString()}`,
      description: `Fechou o ranking ${PERIODS[period.kind].of}: ${winners.length} ${winners.length === 1 ? 'prêmio' : 'prêmios'}.`,
      details: { winners },
    });
  });
}

/** Recomputes all points that differ from the current rule, in batches. */
export async function recomputePoints({ db }: Pick<Platform, 'db'>): Promise<void> {
  let changed: bigint;
  do changed = await updatePointTotals(db, BATCH_SIZE);
  while (changed > 0n);
}
