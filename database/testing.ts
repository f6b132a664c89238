/** Creates a database per test file, cloned from the migrated template of `testing-setup.ts`. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectKysely, connectPool, type Database } from './connect.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  db: Database;
  drop(): Promise<void>;
}

export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server)
    throw new Error('TEST_DATABASE_SERVER is unset: run the tests through vitest with its global set-up');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const url = new URL(server);
  // Copying files takes a third of the processor time of the default, which logs every page.
  await onServer(server, `create database ${name} template mare_template strategy file_copy`);
  url.pathname = `/${name}`;
  const pool = connectPool({ url: url.href, max: options.maxConnections ?? 10 });
  return {
    url: url.href,
    pool,
    db: connectKysely(pool),
    drop: async () => {
      await pool.end();
      await onServer(server, `drop database if exists ${name} with (force)`);
    },
  };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
