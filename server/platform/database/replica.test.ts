import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPool } from '@mare/database/connect.ts';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing.ts';
import { createLog } from '../log/log.ts';
import { openReplica, type Replica } from './replica.ts';

let first: TestDatabase;
let other: TestDatabase;
let replica: Replica | undefined;
beforeAll(async () => {
  [first, other] = [await createTestDatabase(), await createTestDatabase()];
});
afterAll(async () => {
  await replica?.stop();
  await first.drop();
  await other.drop();
});

async function nameAt(one: Replica): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(one.db);
  return rows[0]!.name;
}

test('what follows nobody is never asked: it may hold anything', async () => {
  replica = openReplica(other.url, { pool: first.pool, log: createLog('silent') });
  const own = new URL(first.url).pathname.slice(1);
  for (let asked = 0; asked < 20; asked++) {
    expect(await nameAt(replica)).toBe(own);
    await first.pool.query('select pg_sleep(0.03)');
  }
});

test('while the copy cannot be reached, the first one is asked', async () => {
  const nowhere = new URL(first.url);
  nowhere.port = '1';
  const away = openReplica(nowhere.href, { pool: first.pool, log: createLog('silent') });
  expect(await nameAt(away)).toBe(new URL(first.url).pathname.slice(1));
  await away.stop();
});

test('through a pooler no statement is given a name', async () => {
  const url = new URL(first.url);
  url.searchParams.set('pgbouncer', 'true');
  const pool = connectPool({ url: url.href, directUrl: first.url, max: 1 });
  await pool.query({ name: 'one', text: 'select $1::int as one', values: [1] });
  const { rows } = await pool.query('select count(*) as count from pg_prepared_statements');
  expect(rows[0].count).toBe(0);
  await pool.end();
});
