import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { createCaches } from '../../platform/caching/caches.ts';
import { countAudience } from './count-audience.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A process of the shop, at a time in seconds. */
function createProcess() {
  let seconds = 0;
  const platform = {
    pool: database.pool,
    caches: createCaches(),
    clock: { now: () => new Date(Date.UTC(2026, 10, 25, 22) + seconds * 1_000) },
  };
  return {
    setSeconds: (now: number) => {
      seconds = now;
    },
    watch: (rifaId: string, viewer: string = randomUUID(), ipAddress = '203.0.113.1') =>
      countAudience(platform, { rifaId, viewer, ipAddress }),
  };
}

test('counts each open page once, until it stops reporting', async () => {
  const rifaId = await addRifa(database.db, 100);
  const shop = createProcess();
  const ana = randomUUID();
  expect(await shop.watch(rifaId, ana)).toBe(1);
  expect(await shop.watch(rifaId, ana)).toBe(1);
  expect(await shop.watch(rifaId)).toBe(2);
  shop.setSeconds(40);
  expect(await shop.watch(rifaId, ana)).toBe(2);
  shop.setSeconds(80);
  expect(await shop.watch(rifaId, ana)).toBe(1);
});

test('adds the counts of other processes until they end', async () => {
  const rifaId = await addRifa(database.db, 100);
  const [first, second] = [createProcess(), createProcess()];
  await first.watch(rifaId);
  first.setSeconds(10);
  expect(await first.watch(rifaId)).toBe(2);
  second.setSeconds(11);
  const viewer = randomUUID();
  expect(await second.watch(rifaId, viewer)).toBe(3);
  second.setSeconds(60);
  expect(await second.watch(rifaId, viewer)).toBe(1);
});

test('counts each rifa separately', async () => {
  const shop = createProcess();
  await shop.watch(await addRifa(database.db, 100));
  expect(await shop.watch(await addRifa(database.db, 100))).toBe(1);
});

test('limits the count of one address', async () => {
  const rifaId = await addRifa(database.db, 100);
  const shop = createProcess();
  for (let page = 0; page < 60; page++) await shop.watch(rifaId);
  expect(await shop.watch(rifaId, randomUUID(), '203.0.113.2')).toBe(51);
});

test('does not count viewers of an unpublished rifa', async () => {
  const shop = createProcess();
  const draft = await addRifa(database.db, 100);
  await database.db.updateTable('rifas').set({ status: 'draft' }).where('id', '=', draft).execute();
  expect(await shop.watch(draft)).toBeNull();
  expect(await shop.watch(randomUUID())).toBeNull();
  expect(
    await database.db.selectFrom('drawAudience').selectAll().where('rifaId', '=', draft).execute(),
  ).toEqual([]);
});
