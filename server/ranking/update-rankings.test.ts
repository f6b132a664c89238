import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { periodAt } from '@mare/domain/ranking/periods.ts';
import { addBuyer } from '../orders/orders.testing.ts';
import { hideFromRankings } from '../accounts/profile/hide-from-rankings.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createRankingTestbed, DAY_MS, FRIDAY, later, type RankingTestbed } from './rankings.testing.ts';
import { updateRankings, recomputePoints } from './update-rankings.job.ts';
import { createRankingRoutes } from './ranking.routes.ts';
import { listLoyal, selectRanking, sumPoints } from './ranking.queries.ts';

const day = periodAt('day', FRIDAY);

let shop: RankingTestbed;
beforeAll(async () => {
  shop = await createRankingTestbed();
});
afterAll(() => shop.drop());
beforeEach(() => shop.reset());

test('ranks buyers by payments within the period, ties by time, without staff', async () => {
  const [ana, bia, cida, boss] = [
    await addBuyer(shop.db),
    await addBuyer(shop.db),
    await addBuyer(shop.db),
    await addBuyer(shop.db),
  ];
  await shop.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', boss).execute();
  await shop.pay(bia, 30, later(2000));
  await shop.pay(ana, 10.9, FRIDAY);
  await shop.pay(ana, 19.2, later(1000));
  await shop.pay(cida, 500, FRIDAY, 'refunded');
  await shop.pay(cida, 5, later(-DAY_MS));
  await shop.pay(boss, 900, FRIDAY);
  const standing = await selectRanking(shop.db, day, 10, FRIDAY);
  expect(standing.map(({ userId, points }) => [userId, points])).toEqual([
    [ana, 30],
    [bia, 30],
  ]);
  expect(await sumPoints(shop.db, day, [ana])).toBe(30);
  expect(await sumPoints(shop.db, day, [cida])).toBe(0);
});

test('computes points from money spent and referrals by the current rule', async () => {
  const [ana, bia] = [await addBuyer(shop.db), await addBuyer(shop.db)];
  const pointsOf = async (id: string) =>
    await shop.db
      .selectFrom('profiles')
      .select(['totalPoints', 'referralCount'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  await shop.db.updateTable('profiles').set({ totalSpent: '12.90' }).where('id', '=', ana).execute();
  await shop.db.insertInto('referrals').values({ referrerId: ana, referredId: bia }).execute();
  expect(await pointsOf(ana)).toEqual({ totalPoints: 12, referralCount: 1 });
  const rule = (value: object) =>
    shop.db
      .updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', 'point_rules')
      .execute();
  await rule({ pointsPerReal: 3, referralPoints: 50 });
  await recomputePoints(shop);
  expect(await pointsOf(ana)).toEqual({ totalPoints: 38 + 50, referralCount: 1 });
  await shop.db.deleteFrom('referrals').where('referredId', '=', bia).execute();
  expect(await pointsOf(ana)).toEqual({ totalPoints: 38, referralCount: 0 });
  await rule({ pointsPerReal: 1, referralPoints: 0 });
  await recomputePoints(shop);
  expect(await pointsOf(ana)).toEqual({ totalPoints: 12, referralCount: 0 });
});

test('ranks persons by capped spending, without self-excluded, hidden and deleted ones', async () => {
  const [ana, second, bia, excluded, hidden, deleted] = await Promise.all(
    Array.from({ length: 6 }, () => addBuyer(shop.db)),
  );
  await shop.db.updateTable('profiles').set({ personId: ana }).where('id', '=', second!).execute();
  await shop.pay(ana!, 350, FRIDAY);
  await shop.pay(second!, 340, later(1000));
  await shop.pay(bia!, 900, later(2000));
  await shop.pay(excluded!, 190, FRIDAY);
  await shop.pay(hidden!, 190, FRIDAY);
  await shop.pay(deleted!, 190, FRIDAY);
  await shop.db.updateTable('profiles').set({ deletedAt: FRIDAY }).where('id', '=', deleted!).execute();
  await shop.db
    .insertInto('ownLimits')
    .values({ userId: excluded!, excludedUntil: later(DAY_MS), updatedAt: FRIDAY })
    .execute();
  await hideFromRankings(shop.at(FRIDAY), hidden!, true);
  const standing = await selectRanking(shop.db, day, 10, FRIDAY);
  expect(standing.map(({ userId, points }) => [userId, points])).toEqual([
    [ana, 500],
    [bia, 500],
  ]);
  await updateRankings(shop.at(FRIDAY));
  await shop.db
    .updateTable('ownLimits')
    .set({ excludedUntil: later(2 * DAY_MS) })
    .execute();
  await updateRankings(shop.at(later(DAY_MS)));
  const winners = await shop.db.selectFrom('rankingWinners').select('userId').orderBy('place').execute();
  expect(winners.map(({ userId }) => userId)).toEqual([ana, bia]);
});

test('ranks loyalty by weeks with a purchase, regardless of spending', async () => {
  const [frequentBuyer, largeBuyer] = [await addBuyer(shop.db), await addBuyer(shop.db)];
  for (const weeks of [0, 1, 2]) await shop.pay(frequentBuyer, 2, later(-weeks * 7 * DAY_MS));
  for (const hours of [0, 1, 2, 3]) await shop.pay(largeBuyer, 500, later(-hours * 3_600_000));
  const loyal = await listLoyal(shop.db, 10, later(-100 * DAY_MS));
  expect(loyal.map(({ weeks }) => weeks)).toEqual([3, 1]);
});

// @covers panel: gamification: rules of points, levels
test('shows buyers their own points, and hides all accounts of the person', async () => {
  const [ana, second] = [await addBuyer(shop.db), await addBuyer(shop.db)];
  await shop.db.updateTable('profiles').set({ personId: ana }).where('id', '=', second).execute();
  await shop.db.updateTable('profiles').set({ totalSpent: '12.90' }).where('id', '=', ana).execute();
  const as = (userId: string) =>
    createRouterClient(createRankingRoutes(), {
      context: testContext({ ...shop.at(FRIDAY), caches: createCaches() } as never, { userId }),
    });
  expect(await as(ana).mine()).toMatchObject({ points: 12, hidden: false });
  const listed = async () => (await as(ana).lists()).points.length;
  await shop.db
    .updateTable('profiles')
    .set({ totalSpent: '900.00', deletedAt: FRIDAY })
    .where('id', '=', await addBuyer(shop.db))
    .execute();
  await shop.db
    .updateTable('profiles')
    .set({ referralCount: 900, deletedAt: FRIDAY })
    .where('id', '=', await addBuyer(shop.db))
    .execute();
  const { points, referrers } = await as(ana).lists();
  expect(points.some((one) => one.points === 900)).toBe(false);
  expect(referrers.some((one) => one.referrals === 900)).toBe(false);
  const before = await listed();
  expect(await as(ana).changeOwn({ hidden: true })).toEqual({ hidden: true });
  expect(await as(second).mine()).toMatchObject({ hidden: true });
  expect(await listed()).toBe(before - 1);
});

test('shows the same points for both accounts of a person, in the lists and to the person', async () => {
  const [first, second] = [await addBuyer(shop.db), await addBuyer(shop.db)];
  await shop.db.updateTable('profiles').set({ personId: first }).where('id', '=', second).execute();
  await shop.db
    .updateTable('profiles')
    .set({ totalSpent: '70000.60', referralCount: 40_000 })
    .where('id', 'in', [first, second])
    .execute();
  await shop.pay(first, 20.6, FRIDAY);
  await shop.pay(second, 30.6, FRIDAY);
  const as = (userId: string) =>
    createRouterClient(createRankingRoutes(), {
      context: testContext({ ...shop.at(FRIDAY), caches: createCaches() } as never, { userId }),
    });

  const [ranked] = await selectRanking(shop.db, day, 10, FRIDAY);
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

test('resolves a tie for the person who reached the points first', async () => {
  const [first, second, slow] = [await addBuyer(shop.db), await addBuyer(shop.db), await addBuyer(shop.db)];
  const other = await addBuyer(shop.db);
  await shop.db.updateTable('profiles').set({ personId: first }).where('id', '=', other).execute();
  await shop.pay(first, 300, FRIDAY);
  await shop.pay(other, 200, later(1000));
  await shop.pay(second, 500, later(2000));
  // Beyond the cap, and less than a point: neither changes the points.
  await shop.pay(first, 20, later(3000));
  await shop.pay(slow, 499.5, later(4000));
  await shop.pay(slow, 0.6, later(5000));
  await shop.pay(second, 0.4, later(6000));
  const standing = await selectRanking(shop.db, day, 3, FRIDAY);
  expect(standing.map(({ userId, points }) => [userId, points])).toEqual([
    [first, 500],
    [second, 500],
    [slow, 500],
  ]);
  expect((await selectRanking(shop.db, day, 1, FRIDAY)).map(({ userId }) => userId)).toEqual([first]);
});
