import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { periodAt } from '@mare/domain/ranking/periods.ts';
import { addBuyer } from '../orders/orders.testing.ts';
import { deliverRankingPrize } from './deliver-ranking-prize.ts';
import { createRankingTestbed, DAY_MS, FRIDAY, later, type RankingTestbed } from './rankings.testing.ts';
import { listLastWinners } from './ranking.queries.ts';
import { updateRankings } from './update-rankings.job.ts';
import { selectRankingWinners } from './winners.queries.ts';

let shop: RankingTestbed;
beforeAll(async () => {
  shop = await createRankingTestbed();
});
afterAll(() => shop.drop());
beforeEach(() => shop.reset());

const STARTS_AT = periodAt('day', FRIDAY).startsAt.toISOString();
/** After the closing. */
const AFTER = later(DAY_MS);

/** Buyers who paid 100, 50, 40 and 10 reais; the first two won 'Cesta' and 'Vale'. */
async function addClosedRanking() {
  const buyers: string[] = [];
  await updateRankings(shop.at(FRIDAY));
  for (const reais of [100, 50, 40, 10]) {
    const id = await addBuyer(shop.db);
    await shop.pay(id, reais, FRIDAY);
    buyers.push(id);
  }
  await updateRankings(shop.at(AFTER));
  return buyers as [string, string, string, string];
}

async function setOrder(userId: string, change: { status?: string; returnedAmount?: string }) {
  await shop.db.updateTable('orders').set(change).where('userId', '=', userId).execute();
  await updateRankings(shop.at(AFTER));
}

async function holders() {
  const { rows } = await selectRankingWinners(shop.db, { search: '', sort: 'newest', filter: '', page: 1 });
  return rows.map(({ place, userId, points, prize }) => ({ place, userId, points, prize }));
}

const deliver = (place: number, platform = shop.at(AFTER)) =>
  deliverRankingPrize(
    platform,
    { userId: null as never, ipAddress: null },
    { kind: 'day', startsAt: STARTS_AT, place, delivered: true },
  );

const titlesOf = async (userId: string) =>
  (await shop.db.selectFrom('notifications').select('title').where('userId', '=', userId).execute()).map(
    ({ title }) => title,
  );

test('passes a prize on when the money that won it goes back before its delivery', async () => {
  const [ana, bia, cida] = await addClosedRanking();
  await setOrder(ana, { status: 'refunded' });
  expect(await holders()).toEqual([
    { place: 1, userId: bia, points: 50, prize: 'Cesta' },
    { place: 2, userId: cida, points: 40, prize: 'Vale' },
  ]);
  expect((await listLastWinners(shop.db, 'day')).map(({ points }) => points)).toEqual([50, 40]);
  expect(await titlesOf(ana)).toContain('O seu lugar no ranking do dia mudou');
  expect(await titlesOf(cida)).toEqual(['Você ficou em 2º no ranking do dia!']);
  const traces = await shop.db
    .selectFrom('activityLogs')
    .select('details')
    .where('action', '=', 'revise-ranking')
    .execute();
  expect(traces).toMatchObject([{ details: { description: expect.stringContaining('(1º, 2º)') } }]);
  const before = await holders();
  await updateRankings(shop.at(AFTER));
  expect(await holders()).toEqual(before);
});

test('keeps a place whose points stay ahead, and takes a part of the points', async () => {
  const [ana, bia] = await addClosedRanking();
  await setOrder(ana, { returnedAmount: '45.00' });
  expect((await holders()).map(({ userId }) => userId)).toEqual([ana, bia]);
  await setOrder(ana, { returnedAmount: '55.00' });
  expect(await holders()).toMatchObject([{ userId: bia }, { userId: ana, points: 45 }]);
  expect(await titlesOf(ana)).not.toContain('O seu lugar no ranking do dia mudou');
});

test('takes no points for money above the cap', async () => {
  await updateRankings(shop.at(FRIDAY));
  const buyers: string[] = [];
  // Equal points go to who has them first.
  for (const [reais, at] of [
    [800, FRIDAY],
    [600, later(60_000)],
  ] as const) {
    buyers.push(await addBuyer(shop.db));
    await shop.pay(buyers.at(-1)!, reais, at);
  }
  await updateRankings(shop.at(AFTER));
  const before = await holders();
  expect(before).toMatchObject([
    { userId: buyers[0], points: 500 },
    { userId: buyers[1], points: 500 },
  ]);
  await setOrder(buyers[0]!, { returnedAmount: '250.00' });
  expect(await holders()).toEqual(before);
});

test('gives the place back when the bank reverses the charge-back, also if it went to none', async () => {
  const [ana, bia, cida, dora] = await addClosedRanking();
  for (const buyer of [ana, bia, cida]) await setOrder(buyer, { status: 'charged_back' });
  expect((await holders()).map(({ userId }) => userId)).toEqual([dora]);
  await setOrder(ana, { status: 'paid' });
  expect((await holders()).map(({ userId }) => userId)).toEqual([ana, dora]);
});

test('passes no delivered prize on, and no prize to a person who has one', async () => {
  const [ana, bia, cida] = await addClosedRanking();
  expect(await deliver(1)).toBe(true);
  await setOrder(ana, { status: 'refunded' });
  await setOrder(bia, { status: 'refunded' });
  expect((await holders()).map(({ userId }) => userId)).toEqual([ana, cida]);
});

test('rejects a delivery to a person whose place was just reassigned', async () => {
  const [ana, bia] = await addClosedRanking();
  await shop.db.updateTable('orders').set({ status: 'refunded' }).where('userId', '=', ana).execute();
  expect(await deliver(1)).toBe(false);
  expect(await holders()).toMatchObject([{ place: 1, userId: bia }, { place: 2 }]);
  expect(await deliver(1)).toBe(true);
});

test('ignores payments after the closing, a new rule of points, and refunds of other periods', async () => {
  const [ana, bia, cida, dora] = await addClosedRanking();
  await shop.pay(dora, 500, FRIDAY);
  await shop.pay(cida, 500, AFTER);
  await shop.pay(ana, 70, AFTER, 'refunded');
  const rule = (value: object) =>
    shop.db
      .updateTable('settings')
      .set({ value: JSON.stringify(value) })
      .where('key', '=', 'point_rules')
      .execute();
  await rule({ pointsPerReal: 3, referralPoints: 100 });
  await updateRankings(shop.at(AFTER));
  await rule({ pointsPerReal: 1, referralPoints: 0 });
  expect((await holders()).map(({ userId, points }) => [userId, points])).toEqual([
    [ana, 100],
    [bia, 50],
  ]);
});

test('leaves the place of a deleted account, and gives joined accounts one place', async () => {
  const [ana, bia, cida, dora] = await addClosedRanking();
  await shop.db.updateTable('profiles').set({ deletedAt: AFTER }).where('id', '=', ana).execute();
  await updateRankings(shop.at(AFTER));
  expect((await holders()).map(({ userId }) => userId)).toEqual([ana, bia]);
  await shop.db.updateTable('profiles').set({ personId: bia }).where('id', '=', cida).execute();
  await setOrder(bia, { status: 'refunded' });
  expect((await holders()).map(({ userId }) => userId)).toEqual([ana, bia]);
  await setOrder(cida, { status: 'refunded' });
  expect((await holders()).map(({ userId }) => userId)).toEqual([ana, dora]);
});

test('the database rejects changes of a closed list, and a second holder of a place', async () => {
  await addClosedRanking();
  await expect(shop.db.updateTable('rankingStandings').set({ points: 1 }).execute()).rejects.toThrow('stays');
  await deliver(1);
  await expect(shop.db.updateTable('rankingWinners').set({ reassignedAt: AFTER }).execute()).rejects.toThrow(
    'check',
  );
  const [row] = await shop.db.selectFrom('rankingWinners').selectAll().execute();
  await expect(
    shop.db
      .insertInto('rankingWinners')
      .values({ ...row!, holderNumber: 9, deliveredAt: null })
      .execute(),
  ).rejects.toThrow('ranking_winners_current');
});

test('changes no place 120 days after the start of the period', async () => {
  const [ana] = await addClosedRanking();
  const before = await holders();
  await shop.db.updateTable('orders').set({ status: 'refunded' }).where('userId', '=', ana).execute();
  const afterwards = shop.at(later(121 * DAY_MS));
  await updateRankings(afterwards);
  expect(await holders()).toEqual(before);
  expect(await deliver(1, afterwards)).toBe(true);
});
