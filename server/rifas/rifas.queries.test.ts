import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRifa } from '../orders/orders.testing.ts';
import { findShownRifa, listShopRifas } from './rifas.queries.ts';

const NOW = new Date('2026-03-04T12:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function rifaOf(status: string, createdAt: string): Promise<string> {
  const id = await addRifa(database.db, 100, { status });
  await database.db.updateTable('rifas').set({ createdAt }).where('id', '=', id).execute();
  return id;
}

// @covers storefront 7: one rifa, active ones, recommendations, stats [server/rifas/rifas.queries.ts]
test('lists active rifas, newest first, then announced and drawn ones, and hides drafts', async () => {
  const older = await rifaOf('active', '2026-01-01T12:00:00Z');
  const newer = await rifaOf('active', '2026-02-01T12:00:00Z');
  const scheduled = await rifaOf('scheduled', '2026-03-01T12:00:00Z');
  const completed = await rifaOf('completed', '2026-03-02T12:00:00Z');
  const draft = await rifaOf('draft', '2026-03-03T12:00:00Z');

  const listed = await listShopRifas(database.db, NOW);
  expect(listed.map(({ id }) => id)).toEqual([newer, older, scheduled, completed]);
  for (const id of [older, scheduled, completed])
    expect(await findShownRifa(database.db, id, NOW)).toMatchObject({ id });
  expect(await findShownRifa(database.db, draft, NOW)).toBeNull();
});

test('returns a rifa with its prizes in order', async () => {
  const id = await rifaOf('active', '2026-01-01T12:00:00Z');
  const prize = { rifaId: id, description: '', value: '10.00', prizeType: 'product' };
  await database.db.deleteFrom('rifaPrizes').where('rifaId', '=', id).execute();
  await database.db
    .insertInto('rifaPrizes')
    .values([
      { ...prize, position: 2, name: 'Capacete' },
      { ...prize, position: 1, name: 'Moto' },
    ])
    .execute();
  const rifa = await findShownRifa(database.db, id, NOW);
  expect(rifa?.prizes.map(({ position, name }) => [position, name])).toEqual([
    [1, 'Moto'],
    [2, 'Capacete'],
  ]);
});
