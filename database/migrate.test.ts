import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, pendingMigrations, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from './testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('leaves nothing pending, and a second run applies nothing', async () => {
  expect(await pendingMigrations(database.pool)).toEqual([]);
  expect(await migrate(database.url)).toEqual([]);
});

test('rejects an edited migration by name', async () => {
  const [first] = readMigrations();
  await database.pool.query(`update schema_migrations set sha256 = 'other' where name = $1`, [first!.name]);
  await expect(migrate(database.url)).rejects.toThrow(first!.name);
});
