import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { applyMigration, migrate, pendingMigrations, readMigrations } from './migrate.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-database.testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('leaves nothing pending, and a second run applies nothing', async () => {
  expect(await pendingMigrations(database.pool)).toEqual([]);
  expect(await migrate(database.url)).toEqual([]);
});

test('rejects an edited migration and names it', async () => {
  const [first] = readMigrations();
  await database.pool.query(`update schema_migrations set sha256 = 'other' where name = $1`, [first!.name]);
  await expect(migrate(database.url)).rejects.toThrow(first!.name);
});

test('waits for a locked table without blocking reads of the shop', async () => {
  const [migrating, locking] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([migrating.connect(), locking.connect()]);
  await locking.query('begin; select count(*) from settings');
  const sql = 'alter table settings add column tried text';
  const applied = applyMigration(migrating, { name: '9999_tried.sql', sql, sha256: '' });
  // Waits behind the migration only until its lock timeout.
  await database.pool.query('select count(*) from settings');
  await locking.query('commit');
  await applied;
  const { rows } = await database.pool.query(`select 1 from schema_migrations where name = '9999_tried.sql'`);
  expect(rows).toHaveLength(1);
  await Promise.all([migrating.end(), locking.end()]);
});
