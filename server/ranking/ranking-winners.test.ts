import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { periodAt } from '@mare/domain/ranking/periods.ts';
import { addBuyer, addExpressAccount } from '../orders/orders.testing.ts';
import { hideFromRankings } from '../accounts/profile/hide-from-rankings.ts';
import { deliverRankingPrize } from './deliver-ranking-prize.ts';
import { createRankingTestbed, DAY_MS, FRIDAY, later, type RankingTestbed } from './rankings.testing.ts';
import { updateRankings } from './update-rankings.job.ts';
import { listLastWinners } from './ranking.queries.ts';
import { selectRankingWinners } from './winners.queries.ts';

let shop: RankingTestbed;
beforeAll(async () => {
  shop = await createRankingTestbed();
});
afterAll(() => shop.drop());
beforeEach(() => shop.reset());

// @covers panel: gamification: rankings of day, week and month with prizes, frozen at their end; 'Ranking da
//   semana' [server/ranking/update-rankings.job.ts]
test('awards the prizes fixed at the beginning of the day once', async () => {
  const [ana, bia, cida] = [await addBuyer(shop.db), await addBuyer(shop.db), await addBuyer(shop.db)];
  await updateRankings(shop.at(FRIDAY));
  await shop.setPrizes({ day: ['Outra coisa'], week: [], month: [] });
  await shop.pay(ana, 10, FRIDAY);
  await shop.pay(bia, 40, FRIDAY);
  await shop.pay(cida, 5, FRIDAY);
  await updateRankings(shop.at(later(DAY_MS / 2 + 15 * 60_000)));
  const winners = () =>
    shop.db
      .selectFrom('rankingWinners')
      .select(['place', 'userId', 'points', 'prize'])
      .orderBy('place')
      .execute();
  expect(await winners()).toEqual([]);
  const nextDay = shop.at(later(DAY_MS));
  await Promise.all([updateRankings(nextDay), updateRankings(nextDay)]);
  const first = [
    { place: 1, userId: bia, points: 40, prize: 'Cesta' },
    { place: 2, userId: ana, points: 10, prize: 'Vale' },
  ];
  expect(await winners()).toEqual(first);
  await shop.pay(cida, 500, FRIDAY);
  await updateRankings(nextDay);
  expect(await winners()).toEqual(first);
  const sent = await shop.db
    .selectFrom('notifications')
    .select('userId')
    .where('userId', 'in', [ana, bia])
    .execute();
  expect(sent).toHaveLength(2);
  await expect(
    shop.db.updateTable('rankingWinners').set({ points: 99 }).where('userId', '=', ana).execute(),
  ).rejects.toThrow('a ranking that is closed stays');
});

test('records one of two concurrent deliveries, which can be undone', async () => {
  const ana = await addBuyer(shop.db);
  await updateRankings(shop.at(FRIDAY));
  await shop.pay(ana, 10, FRIDAY);
  await updateRankings(shop.at(later(DAY_MS)));
  const by = { userId: ana, ipAddress: null };
  const platform = shop.at(later(DAY_MS));
  const deliver = (isDelivered: boolean) =>
    deliverRankingPrize(platform, by, {
      kind: 'day',
      startsAt: periodAt('day', FRIDAY).startsAt.toISOString(),
      place: 1,
      delivered: isDelivered,
    });
  const deliveries = await Promise.all([deliver(true), deliver(true)]);
  expect(deliveries.filter(Boolean)).toHaveLength(1);
  expect(await deliver(false)).toBe(true);
  expect(await deliver(false)).toBe(false);
});

test('shows the stated address of a winner who bought without sign-in', async () => {
  const ana = await addExpressAccount(shop.db, 'ana@exemplo.com.br', FRIDAY);
  await updateRankings(shop.at(FRIDAY));
  await shop.pay(ana, 10, FRIDAY);
  await updateRankings(shop.at(later(DAY_MS)));
  const { rows } = await selectRankingWinners(shop.db, { search: '', sort: 'newest', filter: '', page: 1 });
  expect(rows[0]).toMatchObject({ userId: ana, email: 'ana@exemplo.com.br' });
});

test('hides the name of a last winner who hides or deletes the account', async () => {
  const [ana, bia] = [await addBuyer(shop.db), await addBuyer(shop.db)];
  await shop.db.updateTable('profiles').set({ name: 'Ana Souza' }).where('id', '=', ana).execute();
  await shop.db.updateTable('profiles').set({ name: 'Bia Lima' }).where('id', '=', bia).execute();
  await updateRankings(shop.at(FRIDAY));
  await shop.pay(ana, 40, FRIDAY);
  await shop.pay(bia, 10, FRIDAY);
  await updateRankings(shop.at(later(DAY_MS)));
  const names = async () => (await listLastWinners(shop.db, 'day')).map(({ name }) => name);
  expect(await names()).toEqual(['Ana S.', 'Bia L.']);
  await hideFromRankings(shop.at(later(DAY_MS)), ana, true);
  await shop.db
    .updateTable('profiles')
    .set({ deletedAt: later(DAY_MS) })
    .where('id', '=', bia)
    .execute();
  expect(await names()).toEqual(['Participante', 'Participante']);
});

test('shows later changes of a winner’s points, and two places of one person in the panel', async () => {
  const [ana, bia] = [await addBuyer(shop.db), await addBuyer(shop.db)];
  await updateRankings(shop.at(FRIDAY));
  await shop.pay(ana, 40, FRIDAY);
  await shop.pay(ana, 60, later(1000));
  await shop.pay(bia, 50, FRIDAY);
  await updateRankings(shop.at(later(DAY_MS)));
  const winners = async () => {
    const { rows } = await selectRankingWinners(shop.db, { search: '', sort: 'newest', filter: '', page: 1 });
    return rows.map(({ userId, points, currentPoints, otherPlace }) => ({
      userId,
      points,
      currentPoints,
      otherPlace,
    }));
  };
  const first = { userId: ana, points: 100, currentPoints: 100, otherPlace: null };
  const second = { userId: bia, points: 50, currentPoints: 50, otherPlace: null };
  expect(await winners()).toEqual([first, second]);
  await shop.db
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('userId', '=', ana)
    .where('totalAmount', '=', '60.00')
    .execute();
  expect(await winners()).toEqual([{ ...first, currentPoints: 40 }, second]);
  // A joined person has the payments of both accounts.
  await shop.db.updateTable('profiles').set({ personId: ana }).where('id', '=', bia).execute();
  expect(await winners()).toEqual([
    { ...first, currentPoints: 90, otherPlace: 2 },
    { ...second, currentPoints: 90, otherPlace: 1 },
  ]);
  await shop.db
    .updateTable('rankingWinners')
    .set({ deliveredAt: later(DAY_MS) })
    .execute();
  expect((await winners())[0]).toEqual({ ...first, currentPoints: null, otherPlace: 2 });
});
