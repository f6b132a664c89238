import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed } from '../draws/draws.testing.ts';
import { keepRankingsJob } from '../ranking/keep-rankings.job.ts';
import { readLeaders } from './read-leaders.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

/** A published rifa with orders, each paid so many hours ago. */
async function sold(orders: { numbers: number[]; hoursAgo: number; name: string }[]) {
  const rifaId = await bed.rifa(1000);
  await bed.db
    .updateTable('rifas')
    .set({ publishedAt: new Date(0) })
    .where('id', '=', rifaId)
    .execute();
  for (const { numbers, hoursAgo, name } of orders) {
    const { orderId, userId } = await bed.sell(rifaId, numbers);
    const paidAt = new Date(bed.clock.now().getTime() - hoursAgo * 3_600_000);
    await bed.db.updateTable('orders').set({ paidAt }).where('id', '=', orderId).execute();
    await bed.db.updateTable('profiles').set({ name }).where('id', '=', userId).execute();
  }
  return rifaId;
}

test('buyers of the week stand by their cotas, names shortened; a rifa that does not show them has none', async () => {
  const rifaId = await sold([
    { numbers: [1, 2], hoursAgo: 30, name: 'Ana Lima' },
    { numbers: [3, 4, 5], hoursAgo: 50, name: 'Bia Melo' },
    { numbers: [6, 7, 8, 9], hoursAgo: 24 * 8, name: 'Caio Reis' },
  ]);
  expect(await readLeaders(bed.platform, rifaId)).toEqual({ buyers: null, extremes: null });
  await bed.db.updateTable('rifas').set({ showBuyers: true }).where('id', '=', rifaId).execute();
  bed.clock.advance(31);
  expect((await readLeaders(bed.platform, rifaId)).buyers?.week).toEqual([
    { name: 'Bia M.', cotas: 3 },
    { name: 'Ana L.', cotas: 2 },
  ]);
});

test('the highest and the lowest cota are those paid in the window', async () => {
  const rifaId = await sold([
    { numbers: [10, 900], hoursAgo: 10, name: 'Ana Lima' },
    { numbers: [20, 950], hoursAgo: 20, name: 'Bia Melo' },
    { numbers: [1, 1000], hoursAgo: 50, name: 'Caio Reis' },
  ]);
  const at = (hoursAgo: number) => new Date(bed.clock.now().getTime() - hoursAgo * 3_600_000);
  await bed.db
    .updateTable('rifas')
    .set({ extremesPrize: 'R$ 100', extremesFrom: at(40), extremesTo: at(5) })
    .where('id', '=', rifaId)
    .execute();
  expect((await readLeaders(bed.platform, rifaId)).extremes).toMatchObject({
    prize: 'R$ 100',
    lowest: { number: 10, name: 'Ana L.' },
    highest: { number: 950, name: 'Bia M.' },
  });
  await expect(
    bed.db.updateTable('rifas').set({ extremesPrize: 'R$ 1' }).where('id', '=', rifaId).execute(),
  ).rejects.toThrow(/is published/);
});

test('once the window has ended, who has the highest and the lowest cota and every admin are told, once', async () => {
  const rifaId = await sold([
    { numbers: [10, 900], hoursAgo: 10, name: 'Ana Lima' },
    { numbers: [20, 950], hoursAgo: 20, name: 'Bia Melo' },
    { numbers: [1, 1000], hoursAgo: 50, name: 'Caio Reis' },
  ]);
  const from = new Date(bed.clock.now().getTime() - 40 * 3_600_000);
  const to = bed.clock.now();
  await bed.db
    .updateTable('rifas')
    .set({ title: 'Rede', extremesPrize: 'R$ 100', extremesFrom: from, extremesTo: to })
    .where('id', '=', rifaId)
    .execute();
  const job = keepRankingsJob(bed.platform);
  const told = async () =>
    await bed.db
      .selectFrom('notifications')
      .leftJoin('profiles', 'profiles.id', 'notifications.userId')
      .select(['profiles.name', 'notifications.userId', 'notifications.title', 'notifications.message'])
      .where('occasion', 'like', `extremes:${rifaId}:%`)
      .execute();
  await job.handle({});
  expect(await told()).toEqual([]);

  bed.clock.advance(31 * 60);
  await Promise.all([job.handle({}), job.handle({})]);
  await job.handle({});
  const news = await told();
  expect(
    news.filter(({ name }) => name === 'Bia Melo').map(({ title, message }) => [title, message]),
  ).toEqual([
    [
      'Você ficou com a maior cota!',
      'O seu número 0950 foi a maior cota de "Rede". Seu prêmio: R$ 100. Vamos falar com você para entregar.',
    ],
  ]);
  expect(news.filter(({ name }) => name === 'Ana Lima').map(({ title }) => title)).toEqual([
    'Você ficou com a menor cota!',
  ]);
  expect(news.filter(({ userId }) => userId === bed.admins[0]).map(({ message }) => message)).toEqual([
    '"Rede": Bia M. com a 0950 (maior) e Ana L. com a 0010 (menor). Prêmio: R$ 100.',
  ]);
  expect(news.some(({ name }) => name === 'Caio Reis')).toBe(false);
});
