import { call, type ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer, addRifa, createOrderTestbed } from '../orders/orders.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import type { Platform } from '../platform/platform.ts';
import { createRankingRoutes } from '../ranking/ranking.routes.ts';
import { rifasRoutes } from '../rifas/rifas.routes.ts';
import { drawsRoutes } from './draws.routes.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
beforeAll(async () => {
  bed = await createOrderTestbed();
});
afterAll(() => bed.drop());

const visitor = () => ({
  context: testContext(bed.platform as unknown as Platform),
});

async function addWinners(count: number, createdAt: Date): Promise<string> {
  const rifaId = await addRifa(bed.db, 100, { status: 'completed' });
  await bed.db
    .insertInto('rifaWinners')
    .values(
      Array.from({ length: count }, (_, index) => ({
        rifaId,
        winnerName: 'Maria da Silva',
        winnerEmail: 'maria@exemplo.com.br',
        winnerNumber: 42 + index,
        winnerPosition: index + 1,
        createdAt,
      })),
    )
    .execute();
  return rifaId;
}

test('lists winners by page, latest draw first, exposing only a short name', async () => {
  expect(await call(drawsRoutes.winners, {}, visitor())).toEqual({ winners: [], pages: 1 });
  const older = await addWinners(23, new Date('2026-01-01'));
  const newer = await addWinners(2, new Date('2026-02-01'));
  const first = await call(drawsRoutes.winners, {}, visitor());
  expect(first.pages).toBe(2);
  expect(first.winners).toHaveLength(24);
  expect(first.winners.slice(0, 3).map((winner) => [winner.rifaId, winner.winnerPosition])).toEqual([
    [newer, 1],
    [newer, 2],
    [older, 1],
  ]);
  expect(first.winners[0]).toMatchObject({ winnerName: 'Maria S.', winnerNumber: 42, totalNumbers: 100 });
  expect(JSON.stringify(first)).not.toMatch(/Silva|@/);
  const second = await call(drawsRoutes.winners, { page: 2 }, visitor());
  expect(second.winners.map((winner) => winner.winnerPosition)).toEqual([23]);
});

test('shows the prize of the position of each winner', async () => {
  const rifaId = await addWinners(2, new Date('2026-04-01'));
  await bed.db.deleteFrom('rifaPrizes').where('rifaId', '=', rifaId).execute();
  await bed.db
    .insertInto('rifaPrizes')
    .values([{ rifaId, position: 2, name: 'Bicicleta', image: '/fotos/bicicleta.webp' }])
    .execute();
  const { winners } = await call(drawsRoutes.winners, {}, visitor());
  expect(winners.slice(0, 2).map(({ prizeName, prizeImage }) => [prizeName, prizeImage])).toEqual([
    [null, null],
    ['Bicicleta', '/fotos/bicicleta.webp'],
  ]);
});

test('awards each position once per rifa', async () => {
  const rifaId = await addWinners(1, new Date('2026-03-01'));
  const duplicate = { rifaId, winnerName: 'Ana', winnerNumber: 7, winnerPosition: 1 };
  await expect(bed.db.insertInto('rifaWinners').values(duplicate).execute()).rejects.toMatchObject({
    constraint: 'rifa_winners_rifa_id_winner_position_key',
  });
});

// @covers community 7: ranking by points and by referrals, ten each, names shortened
//   [server/ranking/ranking.queries.ts]
test('ranks at most ten users, with points from paid orders', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => addBuyer(bed.db)));
  for (const [index, id] of people.entries())
    await bed.db
      .updateTable('profiles')
      .set({ name: `Ana ${'ABCDEFGHIJKL'[index]}ma`, totalSpent: `${index * 10}.99` })
      .where('id', '=', id)
      .execute();
  const [ana, bia, ...referredIds] = people as [string, string, ...string[]];
  await bed.db
    .insertInto('referrals')
    .values(referredIds.map((referredId, index) => ({ referrerId: index < 7 ? bia : ana, referredId })))
    .execute();
  const lists = await call(createRankingRoutes().lists, undefined, visitor());
  expect(lists.points).toHaveLength(10);
  expect(lists.points[0]).toEqual({ name: 'Ana L.', points: 110 });
  expect(lists.referrers).toEqual([
    { name: 'Ana B.', referrals: 7 },
    { name: 'Ana A.', referrals: 3 },
  ]);
  expect(lists.winners).toHaveLength(10);
});

test.each([
  { status: 'active', page: 'shown', listed: true, numbers: 'drawn' },
  { status: 'closed', page: 'shown', listed: false, numbers: 'NOT_FOUND' },
  { status: 'completed', page: 'shown', listed: true, numbers: 'NOT_FOUND' },
  { status: 'cancelled', page: 'shown', listed: false, numbers: 'NOT_FOUND' },
  { status: 'scheduled', page: 'shown', listed: true, numbers: 'NOT_FOUND' },
  { status: 'draft', page: 'NOT_FOUND', listed: false, numbers: 'NOT_FOUND' },
])('a rifa that is $status: page $page, listed $listed', async ({ status, page, listed, numbers }) => {
  const id = await addRifa(bed.db, 100, { status });
  expect(await outcomeOf('shown', call(rifasRoutes.find, { id }, visitor()))).toBe(page);
  expect(await outcomeOf('drawn', call(rifasRoutes.drawNumbers, { id, quantity: 2 }, visitor()))).toBe(
    numbers,
  );
  const list = await call(rifasRoutes.list, undefined, visitor());
  expect(list.some((rifa) => rifa.id === id)).toBe(listed);
});

/** The error code, or `success` when the call succeeds. */
function outcomeOf(success: string, attempt: Promise<unknown>): Promise<string> {
  return attempt.then(
    () => success,
    (error: ORPCError<string, unknown>) => error.code,
  );
}
