import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../orders/orders.testing.ts';
import { hideFromRankings } from '../accounts/profile/hide-from-rankings.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemRandom } from '../platform/clock.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { deliverRankingPrize } from './deliver-ranking-prize.ts';
import { updateRankings, recomputePoints } from './update-rankings.job.ts';
import { createRankingRoutes } from './ranking.routes.ts';
import { listLastWinners, listLoyal, selectRanking, sumPoints } from './ranking.queries.ts';

/** A Friday morning in Maceió. */
const FRIDAY = new Date('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const day = {
  kind: 'day' as const,
  startsAt: new Date('2026-11-20T03:00:00Z'),
  endsAt: new Date('2026-11-21T03:00:00Z'),
};

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let rifaId: string;
beforeAll(async () => {
  bed = await createOrderTestbed();
  rifaId = await addRifa(bed.db, 1000);
});
afterAll(() => bed.drop());
beforeEach(async () => {
  await bed.db.deleteFrom('rankingWinners').execute();
  await bed.db.deleteFrom('rankingPeriods').execute();
  await bed.db.deleteFrom('orderItems').execute();
  await bed.db.deleteFrom('orders').execute();
  await setPrizes({ day: ['Cesta', 'Vale'], week: [], month: [] });
});

const withShiftedClock = (instant: Date) => ({
  db: bed.db,
  clock: { now: () => instant },
  random: systemRandom,
});

async function setPrizes(prizes: Record<string, string[]>): Promise<void> {
  await bed.db
    .updateTable('settings')
    .set({ value: JSON.stringify(prizes) })
    .where('key', '=', 'ranking_prizes')
    .execute();
}

async function pay(userId: string, reais: number, at: Date, status = 'paid'): Promise<void> {
  await addOrderRow(bed.db, {
    userId,
    rifaId,
    totalAmount: reais.toFixed(2),
    status,
    paidAt: status === 'pending' ? null : at,
    holdExpiresAt: at,
    createdAt: at,
  });
}

const later = (ms: number) => new Date(FRIDAY.getTime() + ms);

test('ranks buyers by payments within the period, ties by time, without staff', async () => {
  const [ana, bia, cida, boss] = [
    await addBuyer(bed.db),
    await addBuyer(bed.db),
    await addBuyer(bed.db),
    await addBuyer(bed.db),
  ];
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', boss).execute();
  await pay(bia, 30, later(2000));
  await pay(ana, 10.9, FRIDAY);
  await pay(ana, 19.2, later(1000));
  await pay(cida, 500, FRIDAY, 'refunded');
  await pay(cida, 5, later(-DAY_MS));
  await pay(boss, 900, FRIDAY);
  const standing = await selectRanking(bed.db, day, 10, FRIDAY);
  expect(standing.map(({ userId, points }) => [userId, points])).toEqual([
    [ana, 30],
    [bia, 30],
  ]);
  expect(await sumPoints(bed.db, day, [ana])).toBe(30);
  expect(await sumPoints(bed.db, day, [cida])).toBe(0);
});

// @covers panel: gamification: rankings of day, week and month with prizes, frozen at their end; 'Ranking da
//   semana' [server/ranking/update-rankings.job.ts]
test('awards the prizes fixed at the beginning of the day once', async () => {
  const [ana, bia, cida] = [await addBuyer(bed.db), await addBuyer(bed.db), await addBuyer(bed.db)];
  await updateRankings(withShiftedClock(FRIDAY));
  await setPrizes({ day: ['Outra coisa'], week: [], month: [] });
  await pay(ana, 10, FRIDAY);
  await pay(bia, 40, FRIDAY);
  await pay(cida, 5, FRIDAY);
  await updateRankings(withShiftedClock(later(DAY_MS / 2 + 15 * 60_000)));
  const winners = () =>
    bed.db
      .selectFrom('rankingWinners')
      .select(['place', 'userId', 'points', 'prize'])
      .orderBy('place')
      .execute();
  expect(await winners()).toEqual([]);
  const nextDay = withShiftedClock(later(DAY_MS));
  await Promise.all([updateRankings(nextDay), updateRankings(nextDay)]);
  const first = [
    { place: 1, userId: bia, points: 40, prize: 'Cesta' },
    { place: 2, userId: ana, points: 10, prize: 'Vale' },
  ];
  expect(await winners()).toEqual(first);
  await pay(cida, 500, FRIDAY);
  await updateRankings(nextDay);
  expect(await winners()).toEqual(first);
  const sent = await bed.db
    .selectFrom('notifications')
    .select('userId')
    .where('userId', 'in', [ana, bia])
    .execute();
  expect(sent).toHaveLength(2);
  await expect(
    bed.db.updateTable('rankingWinners').set({ points: 99 }).where('userId', '=', ana).execute(),
  ).rejects.toThrow('a ranking that is closed stays');
});

test('of two concurrent deliveries one is recorded, and can be undone', async () => {
  const ana = await addBuyer(bed.db);
  await updateRankings(withShiftedClock(FRIDAY));
  await pay(ana, 10, FRIDAY);
  await updateRankings(withShiftedClock(later(DAY_MS)));
  const by = { userId: ana, ipAddress: null };
  const platform = withShiftedClock(later(DAY_MS));
  const deliver = (delivered: boolean) =>
    deliverRankingPrize(platform, by, {
      kind: 'day',
      startsAt: day.startsAt.toISOString(),
      place: 1,
      delivered,
    });
  const both = await Promise.all([deliver(true), deliver(true)]);
  expect(both.filter(Boolean)).toHaveLength(1);
  expect(await deliver(false)).toBe(true);
  expect(await deliver(false)).toBe(false);
});

test('computes points from money spent and referrals by the current rule', async () => {
  const [ana, bia] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  const pointsOf = async (id: string) =>
    await bed.db
      .selectFrom('profiles')
      .select(['totalPoints', 'referralCount'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await bed.db.updateTable('profiles').set({ totalSpent: '12.90' }).where('id', '=', ana).execute();
  await bed.db.insertInto('referrals').values({ referrerId: ana, referredId: bia }).execute();
  expect(await pointsOf(ana)).toEqual({ totalPoints: 12, referralCount: 1 });
  const rule = (value: object) =>
    bed.db
      .updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', 'point_rules')
      .execute();
  await rule({ pointsPerReal: 3, referralPoints: 50 });
  await recomputePoints(bed);
  expect(await pointsOf(ana)).toEqual({ totalPoints: 38 + 50, referralCount: 1 });
  await bed.db.deleteFrom('referrals').where('referredId', '=', bia).execute();
  expect(await pointsOf(ana)).toEqual({ totalPoints: 38, referralCount: 0 });
  await rule({ pointsPerReal: 1, referralPoints: 0 });
  await recomputePoints(bed);
  expect(await pointsOf(ana)).toEqual({ totalPoints: 12, referralCount: 0 });
});

test('ranks persons by capped spending, without self-excluded, hidden and deleted ones', async () => {
  const [ana, second, bia, excluded, hidden, deleted] = await Promise.all(
    Array.from({ length: 6 }, () => addBuyer(bed.db)),
  );
  await bed.db.updateTable('profiles').set({ personId: ana }).where('id', '=', second!).execute();
  await pay(ana!, 350, FRIDAY);
  await pay(second!, 340, later(1000));
  await pay(bia!, 900, later(2000));
  await pay(excluded!, 190, FRIDAY);
  await pay(hidden!, 190, FRIDAY);
  await pay(deleted!, 190, FRIDAY);
  await bed.db.updateTable('profiles').set({ deletedAt: FRIDAY }).where('id', '=', deleted!).execute();
  await bed.db
    .insertInto('ownLimits')
    .values({ userId: excluded!, excludedUntil: later(DAY_MS), updatedAt: FRIDAY })
    .execute();
  await hideFromRankings(withShiftedClock(FRIDAY), hidden!, true);
  const standing = await selectRanking(bed.db, day, 10, FRIDAY);
  expect(standing.map(({ userId, points }) => [userId, points])).toEqual([
    [ana, 500],
    [bia, 500],
  ]);
  await updateRankings(withShiftedClock(FRIDAY));
  await bed.db
    .updateTable('ownLimits')
    .set({ excludedUntil: later(2 * DAY_MS) })
    .execute();
  await updateRankings(withShiftedClock(later(DAY_MS)));
  const winners = await bed.db.selectFrom('rankingWinners').select('userId').orderBy('place').execute();
  expect(winners.map(({ userId }) => userId)).toEqual([ana, bia]);
});

test('lists loyalty by weeks with a purchase, whatever was spent', async () => {
  const [faithful, rich] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  for (const weeks of [0, 1, 2]) await pay(faithful, 2, later(-weeks * 7 * DAY_MS));
  for (const hours of [0, 1, 2, 3]) await pay(rich, 500, later(-hours * 3_600_000));
  const loyal = await listLoyal(bed.db, 10, later(-100 * DAY_MS));
  expect(loyal.map(({ weeks }) => weeks)).toEqual([3, 1]);
});

// @covers panel: gamification: rules of points, levels
test('shows buyers their own points, and hides every account of the person', async () => {
  const [ana, second] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  await bed.db.updateTable('profiles').set({ personId: ana }).where('id', '=', second).execute();
  await bed.db.updateTable('profiles').set({ totalSpent: '12.90' }).where('id', '=', ana).execute();
  const as = (userId: string) =>
    createRouterClient(createRankingRoutes(), {
      context: testContext({ ...withShiftedClock(FRIDAY), caches: createCaches() } as never, { userId }),
    });
  expect(await as(ana).mine()).toMatchObject({ points: 12, hidden: false });
  const listed = async () => (await as(ana).lists()).points.length;
  await bed.db
    .updateTable('profiles')
    .set({ totalSpent: '900.00', deletedAt: FRIDAY })
    .where('id', '=', await addBuyer(bed.db))
    .execute();
  await bed.db
    .updateTable('profiles')
    .set({ referralCount: 900, deletedAt: FRIDAY })
    .where('id', '=', await addBuyer(bed.db))
    .execute();
  const { points, referrers } = await as(ana).lists();
  expect(points.some((one) => one.points === 900)).toBe(false);
  expect(referrers.some((one) => one.referrals === 900)).toBe(false);
  const before = await listed();
  expect(await as(ana).changeOwn({ hidden: true })).toEqual({ hidden: true });
  expect(await as(second).mine()).toMatchObject({ hidden: true });
  expect(await listed()).toBe(before - 1);
});

test('shows one figure for a person with two accounts: to the person and in the lists', async () => {
  const [first, second] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  await bed.db.updateTable('profiles').set({ personId: first }).where('id', '=', second).execute();
  await bed.db
    .updateTable('profiles')
    .set({ totalSpent: '70000.60', referralCount: 40_000 })
    .where('id', 'in', [first, second])
    .execute();
  await pay(first, 20.6, FRIDAY);
  await pay(second, 30.6, FRIDAY);
  const as = (userId: string) =>
    createRouterClient(createRankingRoutes(), {
      context: testContext({ ...withShiftedClock(FRIDAY), caches: createCaches() } as never, { userId }),
    });

  const [ranked] = await selectRanking(bed.db, day, 10, FRIDAY);
  expect(ranked!.points).toBe(51);
  for (const account of [first, second])
    expect(await as(account).mine()).toMatchObject({
      points: 140_001,
      referrals: 80_000,
      periods: expect.arrayContaining([{ kind: 'day', points: 51 }]),
    });
  const { points, referrers } = await as(first).lists();
  expect(points[0]).toMatchObject({ points: 140_001 });
  expect(referrers[0]).toMatchObject({ referrals: 80_000 });
  expect(points.filter((one) => one.points >= 70_000)).toHaveLength(1);
  expect(referrers.filter((one) => one.referrals >= 40_000)).toHaveLength(1);
});

test('lists a last winner who hides or deletes the account without the name', async () => {
  const [ana, bia] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  await bed.db.updateTable('profiles').set({ name: 'Ana Souza' }).where('id', '=', ana).execute();
  await bed.db.updateTable('profiles').set({ name: 'Bia Lima' }).where('id', '=', bia).execute();
  await updateRankings(withShiftedClock(FRIDAY));
  await pay(ana, 40, FRIDAY);
  await pay(bia, 10, FRIDAY);
  await updateRankings(withShiftedClock(later(DAY_MS)));
  const names = async () => (await listLastWinners(bed.db, 'day')).map(({ name }) => name);
  expect(await names()).toEqual(['Ana S.', 'Bia L.']);
  await hideFromRankings(withShiftedClock(later(DAY_MS)), ana, true);
  await bed.db
    .updateTable('profiles')
    .set({ deletedAt: later(DAY_MS) })
    .where('id', '=', bia)
    .execute();
  expect(await names()).toEqual(['Participante', 'Participante']);
});

test('a tie goes to the person who reached the points first, whatever follows', async () => {
  const [first, second, slow] = [await addBuyer(bed.db), await addBuyer(bed.db), await addBuyer(bed.db)];
  const other = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ personId: first }).where('id', '=', other).execute();
  await pay(first, 300, FRIDAY);
  await pay(other, 200, later(1000));
  await pay(second, 500, later(2000));
  // Beyond the cap, and less than a point: neither changes the points.
  await pay(first, 20, later(3000));
  await pay(slow, 499.5, later(4000));
  await pay(slow, 0.6, later(5000));
  await pay(second, 0.4, later(6000));
  const standing = await selectRanking(bed.db, day, 3, FRIDAY);
  expect(standing.map(({ userId, points }) => [userId, points])).toEqual([
    [first, 500],
    [second, 500],
    [slow, 500],
  ]);
  expect((await selectRanking(bed.db, day, 1, FRIDAY)).map(({ userId }) => userId)).toEqual([first]);
});
