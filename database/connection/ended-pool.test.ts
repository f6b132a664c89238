import type { Writable } from 'node:stream';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectPool, lookupsOf } from './connect.ts';
import { createTestDatabase, type TestDatabase } from '../testing/create-database.testing.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** An idle connection whose Terminate message never arrives, so that the database closes it. */
async function loseIdleConnection(pool: pg.Pool, endFirst: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  client.release();
  stream.cork();
  await endFirst();
  const isClosed = new Promise<void>((resolve) => client.once('end', resolve));
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  stream.uncork();
  await isClosed;
}

test.each(['pool', 'lookups'] as const)(
  'reports a lost idle connection of the %s, and none once the pool has ended',
  async (part) => {
    const errors: string[] = [];
    const pool = connectPool({
      url: database.url,
      lookups: 1,
      onError: (error) => errors.push(error.message),
    });
    const tested = part === 'pool' ? pool : lookupsOf(pool);
    await loseIdleConnection(tested, async () => undefined);
    expect(errors).toEqual(['terminating connection due to administrator command']);
    await loseIdleConnection(tested, () => pool.end());
    expect(errors).toHaveLength(1);
  },
);
