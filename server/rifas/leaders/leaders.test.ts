import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { erasePerson } from '../../accounts/privacy/erase-person.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { readRifaOptions, saveRifaOptions } from '../management/rifa-options.ts';
import { readLeaders } from './read-leaders.ts';
import { notifyHighestLowestJob } from './notify-highest-lowest.job.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

/** Creates a published rifa with paid orders. */
async function sold(orders: { numbers: number[]; hoursAgo: number; name: string }[]) {
  const rifaId = await bed.rifa(1000);
  await bed.db
    .updateTable('rifas')
    .set({ publishedAt: new Date(0) })
    .where('id', '=', rifaId)
    .execute();
  for (const { numbers, hoursAgo, name } of orders) {
    const { orderId, userId } = await bed.sell(rifaId, numbers);
    await bed.db
      .updateTable('orders')
      .set({ paidAt: hoursBefore(hoursAgo) })
      .where('id', '=', orderId)
      .execute();
    await bed.db.updateTable('profiles').set({ name }).where('id', '=', userId).execute();
  }
  return rifaId;
}

const hoursBefore = (hours: number) => new Date(bed.clock.now().getTime() - hours * 3_600_000);

/** As if declared before it began. */
async function setWindow(rifaId: string, window: { from: Date; to: Date }) {
  await bed.db.transaction().execute(async (trx) => {
    await sql`alter table rifas disable trigger rifa_extremes_ahead`.execute(trx);
    await trx
      .updateTable('rifas')
      .set({ title: 'Rede', extremesPrize: 'R$ 100', extremesFrom: window.from, extremesTo: window.to })
      .where('id', '=', rifaId)
      .execute();
    await sql`alter table rifas enable trigger rifa_extremes_ahead`.execute(trx);
  });
}

test('rejects a window on a published rifa that has begun or begins after the sales', async () => {
  const rifaId = await sold([{ numbers: [10, 900], hoursAgo: 10, name: 'Ana Lima' }]);
  const by = { userId: await addBuyer(bed.db), ipAddress: null };
  const declare = async (from: Date) => {
    const { version, options } = (await readRifaOptions(bed.db, rifaId))!;
    const to = new Date(Math.max(from.getTime(), bed.clock.now().getTime()) + 3_600_000).toISOString();
    const extremes = { prize: 'R$ 100', from: from.toISOString(), to };
    return saveRifaOptions(bed.platform, by, {
      id: rifaId,
      version,
      options: { ...options, extremes },
    });
  };
  expect(await declare(hoursBefore(11))).toEqual({ ok: false, code: 'EXTREMES_STARTED' });
  await expect(
    bed.db
      .updateTable('rifas')
      .set({ extremesPrize: 'R$ 100', extremesFrom: hoursBefore(11), extremesTo: hoursBefore(9) })
      .where('id', '=', rifaId)
      .execute(),
  ).rejects.toThrow(/must be ahead/);
  const { salesEndAt } = await bed.db
    .selectFrom('rifas')
    .select('salesEndAt')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  expect(await declare(salesEndAt)).toEqual({ ok: false, code: 'EXTREMES_AFTER_SALES' });
  expect(await declare(hoursBefore(-1))).toMatchObject({ ok: true });
});

// @covers beyond: 'Maior e menor cota' of a window of time, buyers of the day and week
//   [server/rifas/leaders/read-leaders.ts, web/app/rifas/detail/leaders-section.tsx]
test('ranks the buyers of the week by cotas under short names, if the rifa shows them', async () => {
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

test('finds the highest and lowest cota paid in the window', async () => {
  const rifaId = await sold([
    { numbers: [10, 900], hoursAgo: 10, name: 'Ana Lima' },
    { numbers: [20, 950], hoursAgo: 20, name: 'Bia Melo' },
    { numbers: [1, 1000], hoursAgo: 50, name: 'Caio Reis' },
  ]);
  await setWindow(rifaId, { from: hoursBefore(40), to: hoursBefore(5) });
  expect((await readLeaders(bed.platform, rifaId)).extremes).toMatchObject({
    prize: 'R$ 100',
    lowest: { number: 10, name: 'Ana L.' },
    highest: { number: 950, name: 'Bia M.' },
  });
  await expect(
    bed.db.updateTable('rifas').set({ extremesPrize: 'R$ 1' }).where('id', '=', rifaId).execute(),
  ).rejects.toThrow(/is published/);
});

function newsOf(rifaId: string) {
  return bed.db
    .selectFrom('notifications')
    .leftJoin('profiles', 'profiles.id', 'notifications.userId')
    .select(['profiles.name', 'notifications.userId', 'notifications.title', 'notifications.message'])
    .where('occasion', 'like', `extremes:${rifaId}:%`)
    .orderBy('notifications.createdAt')
    .execute();
}

// @covers beyond: holders of the highest and lowest cota and the admins are notified once when the period has
//   ended; 'Você ficou com a maior cota!' [server/rifas/leaders/notify-highest-lowest.job.ts]
test('notifies the winners and every admin once when the window has ended', async () => {
  const rifaId = await sold([
    { numbers: [10, 900], hoursAgo: 10, name: 'Ana Lima' },
    { numbers: [20, 950], hoursAgo: 20, name: 'Bia Melo' },
    { numbers: [1, 1000], hoursAgo: 50, name: 'Caio Reis' },
  ]);
  await setWindow(rifaId, { from: hoursBefore(40), to: bed.clock.now() });
  await notifyHighestLowestJob.handle(bed.platform, {});
  expect(await newsOf(rifaId)).toEqual([]);

  bed.clock.advance(31 * 60);
  await Promise.all([
    notifyHighestLowestJob.handle(bed.platform, {}),
    notifyHighestLowestJob.handle(bed.platform, {}),
  ]);
  await notifyHighestLowestJob.handle(bed.platform, {});
  const news = await newsOf(rifaId);
  expect(
    news.filter(({ name }) => name === 'Bia Melo').map(({ title, message }) => [title, message]),
  ).toEqual([
    [
      'Você ficou com a maior cota!',
      'O seu número 0950 foi a maior cota de “Rede”. Seu prêmio: R$ 100. Vamos falar com você para entregar.',
    ],
  ]);
  expect(news.filter(({ name }) => name === 'Ana Lima').map(({ title }) => title)).toEqual([
    'Você ficou com a menor cota!',
  ]);
  expect(news.filter(({ userId }) => userId === bed.admins[0]).map(({ message }) => message)).toEqual([
    '“Rede”: Bia M. com a 0950 (maior) e Ana L. com a 0010 (menor). Prêmio: R$ 100.',
  ]);
  expect(news.some(({ name }) => name === 'Caio Reis')).toBe(false);
});

test('notifies the next holder once when the cota of the first is refunded', async () => {
  const rifaId = await sold([
    { numbers: [10, 900], hoursAgo: 10, name: 'Ana Lima' },
    { numbers: [950], hoursAgo: 20, name: 'Bia Melo' },
  ]);
  await setWindow(rifaId, { from: hoursBefore(40), to: hoursBefore(5) });
  await notifyHighestLowestJob.handle(bed.platform, {});
  await bed.db
    .updateTable('orders')
    .set({ status: 'refunded' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('orderItems')
        .select('orderId')
        .where('rifaId', '=', rifaId)
        .where(sql<boolean>`950 = any(selected_numbers)`),
    )
    .execute();
  bed.clock.advance(600);
  await Promise.all([
    notifyHighestLowestJob.handle(bed.platform, {}),
    notifyHighestLowestJob.handle(bed.platform, {}),
  ]);
  await notifyHighestLowestJob.handle(bed.platform, {});
  const news = await newsOf(rifaId);
  expect(news.filter(({ name }) => name === 'Ana Lima').map(({ title }) => title)).toEqual([
    'Você ficou com a menor cota!',
    'Você ficou com a maior cota!',
  ]);
  expect(
    news.filter(({ userId }) => userId === bed.admins[0]).map(({ title, message }) => [title, message]),
  ).toEqual([
    [
      'Maior e menor cota: o período terminou',
      '“Rede”: Bia M. com a 0950 (maior) e Ana L. com a 0010 (menor). Prêmio: R$ 100.',
    ],
    [
      'Maior e menor cota: o resultado mudou',
      '“Rede”: Ana L. com a 0900 (maior) e Ana L. com a 0010 (menor). Prêmio: R$ 100.',
    ],
  ]);
});

test('the names of the holders leave the notifications and the log with the account', async () => {
  const rifaId = await sold([
    { numbers: [10], hoursAgo: 30, name: 'Ana Lima' },
    { numbers: [950], hoursAgo: 20, name: 'Bia Melo' },
  ]);
  await setWindow(rifaId, { from: hoursBefore(40), to: hoursBefore(1) });
  await notifyHighestLowestJob.handle(bed.platform, {});
  const readLine = () =>
    bed.db
      .selectFrom('activityLogs')
      .select('details')
      .where('action', '=', 'close-extremes')
      .where('entityId', '=', rifaId)
      .executeTakeFirstOrThrow();
  const namesBia = /Bia M\./;
  expect((await readLine()).details).toMatchObject({
    description: expect.stringMatching(namesBia) as string,
  });
  const { userId } = (await newsOf(rifaId)).find(({ name }) => name === 'Bia Melo')!;
  await bed.db.transaction().execute((trx) => erasePerson(trx, { userId: userId!, email: null }));
  const named = 'Uma pessoa com a 0950 (maior) e Uma pessoa com a 0010 (menor). Prêmio: R$ 100.';
  expect((await newsOf(rifaId)).find((each) => each.userId === bed.admins[0])!.message).toBe(
    `“Rede”: ${named}`,
  );
  expect((await readLine()).details).toMatchObject({
    description: `Fechou a maior e menor cota de “Rede”: ${named}`,
  });
});

test('notifies again at the new end when a window is extended', async () => {
  const rifaId = await sold([{ numbers: [10, 900], hoursAgo: 10, name: 'Ana Lima' }]);
  const [from, to] = [hoursBefore(40), hoursBefore(1)];
  await setWindow(rifaId, { from, to });
  await notifyHighestLowestJob.handle(bed.platform, {});
  expect((await newsOf(rifaId)).filter(({ userId }) => userId === bed.admins[0])).toHaveLength(1);

  // The API and a database trigger reject this on a published rifa; only the database owner can disable the trigger.
  await bed.db.transaction().execute(async (trx) => {
    await sql`alter table rifas disable trigger rifa_extremes_stay`.execute(trx);
    await trx
      .updateTable('rifas')
      .set({ extremesTo: new Date(bed.clock.now().getTime() + 3_600_000) })
      .where('id', '=', rifaId)
      .execute();
    await sql`alter table rifas enable trigger rifa_extremes_stay`.execute(trx);
  });
  const { orderId, userId } = await bed.sell(rifaId, [999]);
  await bed.db.updateTable('profiles').set({ name: 'Bia Melo' }).where('id', '=', userId).execute();
  await bed.db.updateTable('orders').set({ paidAt: bed.clock.now() }).where('id', '=', orderId).execute();
  await notifyHighestLowestJob.handle(bed.platform, {});
  expect((await newsOf(rifaId)).some(({ name }) => name === 'Bia Melo')).toBe(false);

  bed.clock.advance(91 * 60);
  await notifyHighestLowestJob.handle(bed.platform, {});
  await notifyHighestLowestJob.handle(bed.platform, {});
  const news = await newsOf(rifaId);
  expect(news.filter(({ name }) => name === 'Bia Melo').map(({ title }) => title)).toEqual([
    'Você ficou com a maior cota!',
  ]);
  expect(news.filter(({ userId }) => userId === bed.admins[0]).map(({ message }) => message)).toEqual([
    '“Rede”: Ana L. com a 0900 (maior) e Ana L. com a 0010 (menor). Prêmio: R$ 100.',
    '“Rede”: Bia M. com a 0999 (maior) e Ana L. com a 0010 (menor). Prêmio: R$ 100.',
  ]);
});
