import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { createCaches } from '../../platform/caching/caches.ts';
import { systemRandom } from '../../platform/clock.ts';
import { drawFreeNumbers } from './draw-free-numbers.ts';
import { findTakenNumbers } from './find-taken-numbers.ts';
import { addRifa } from '../orders.testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const range = (end: number) => Array.from({ length: end }, (_, index) => index + 1);

test('returns free and taken numbers that add up to the total', async () => {
  const { db } = database;
  const rifaId = await addRifa(db, 3000);
  expect(await findTakenNumbers(db, rifaId, range(3000))).toEqual([]);
  await db
    .updateTable('numberPages')
    .set({ taken: sqlOnes(), takenCount: 1024 })
    .where('rifaId', '=', rifaId)
    .where('pageNo', '=', 1)
    .execute();
  const taken = (await findTakenNumbers(db, rifaId, [...range(3000), 5, 5]))!;
  expect(taken).toHaveLength(1024);
  const drawn = await drawFreeNumbers(
    { db, random: systemRandom, caches: createCaches() },
    { rifaId, quantity: 3000 - 1024 },
  );
  const free = drawn.ok ? drawn.numbers : [];
  expect([...taken, ...free].sort((a, b) => a - b)).toEqual(range(3000));
});

test('counts numbers out of range as taken; returns null for an unknown rifa', async () => {
  const { db } = database;
  const rifaId = await addRifa(db, 100);
  expect(await findTakenNumbers(db, rifaId, [101, 5000])).toEqual([101, 5000]);
  expect(await findTakenNumbers(db, rifaId, [])).toEqual([]);
  expect(await findTakenNumbers(db, '5e000000-0000-4000-8000-00000000dead', [1])).toBeNull();
});

function sqlOnes(): string {
  return '1'.repeat(1024);
}
