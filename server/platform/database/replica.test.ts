import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPool } from '@mare/database/connection/connect.ts';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { createCaches, defineCache } from '../caching/caches.ts';
import { createLog } from '../log/log.ts';
import { openReplica, type Replica, withReadReplica } from './replica.ts';

let primary: TestDatabase;
let otherDatabase: TestDatabase;
let replica: Replica | undefined;
beforeAll(async () => {
  [primary, otherDatabase] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await replica?.stop();
  await primary.drop();
  await otherDatabase.drop();
});

async function readDatabaseName(database: Replica): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  return rows[0]!.name;
}

test('never reads from a server that does not replicate the primary', async () => {
  replica = openReplica(otherDatabase.url, { pool: primary.pool, log: createLog('silent') });
  const name = new URL(primary.url).pathname.slice(1);
  for (let reads = 0; reads < 20; reads++) {
    expect(await readDatabaseName(replica)).toBe(name);
    await primary.pool.query('select pg_sleep(0.03)');
  }
});

test('reads from the primary while the replica is unreachable', async () => {
  const nowhere = new URL(primary.url);
  nowhere.port = '1';
  const unreachable = openReplica(nowhere.href, { pool: primary.pool, log: createLog('silent') });
  expect(await readDatabaseName(unreachable)).toBe(new URL(primary.url).pathname.slice(1));
  await unreachable.stop();
});

test('caches reads of the replica separately from the primary', async () => {
  const { db, pool } = primary;
  const lagging = openReplica(otherDatabase.url, { pool, log: createLog('silent') });
  const platform = { db, caches: createCaches(), replica: lagging };
  const namesOf = defineCache(() => new Set<string>());
  namesOf(withReadReplica(platform)).add('stale');
  expect([...namesOf(platform)]).toEqual([]);
  expect([...namesOf(withReadReplica(platform))]).toEqual(['stale']);
  await lagging.stop();
});

test('does not name prepared statements behind a pooler', async () => {
  const url = new URL(primary.url);
  url.searchParams.set('pgbouncer', 'true');
  const pool = connectPool({ url: url.href, directUrl: primary.url, max: 1 });
  await pool.query({ name: 'one', text: 'select $1::int as one', values: [1] });
  const { rows } = await pool.query('select count(*) as count from pg_prepared_statements');
  expect(rows[0].count).toBe(0);
  await pool.end();
});
