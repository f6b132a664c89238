import { randomUUID } from 'node:crypto';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRifa } from '../orders/orders.testing.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemClock } from '../platform/clock.ts';
import { findRifaBatched } from './find-rifa-batched.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('shares statements between concurrent reads, and returns each its own rifa', async () => {
  const platform = { db: database.db, caches: createCaches(), clock: systemClock };
  const [firstRifa, secondRifa] = [await addRifa(database.db, 100), await addRifa(database.db, 200)];
  const sent = recordStatements(database.pool);
  await findRifaBatched(platform, firstRifa);
  const alone = sent.length;
  sent.length = 0;
  const input = Array.from({ length: 20 }, (_, at) => (at % 2 ? firstRifa : secondRifa));
  const found = await Promise.all([...input, randomUUID()].map((id) => findRifaBatched(platform, id)));
  expect(found.map((rifa) => rifa?.id)).toEqual([...input, undefined]);
  expect(sent.length).toBeLessThanOrEqual(3 * alone);
});

test('returns a change to reads that begin after it', async () => {
  const platform = { db: database.db, caches: createCaches(), clock: systemClock };
  const id = await addRifa(database.db, 100);
  const before = findRifaBatched(platform, id);
  await before;
  await database.db.updateTable('rifas').set({ title: 'Outra' }).where('id', '=', id).execute();
  const during = [findRifaBatched(platform, id), findRifaBatched(platform, id)];
  expect((await Promise.all(during)).map((rifa) => rifa?.title)).toEqual(['Outra', 'Outra']);
});
