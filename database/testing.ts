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

const TEMPLATE = 'mare_template';

/** Of the database that each test database is a copy of. */
export const templateUrl = () => urlOf(TEMPLATE);

export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copying files takes a third of the processor time of the default, which logs every page.
  await onServer(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = urlOf(name);
  const pool = connectPool({ url, max: options.maxConnections ?? 10 });
  return {
    url,
    pool,
    db: connectKysely(pool),
    drop: async () => {
      await pool.end();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

function urlOf(database: string): string {
  const server = process.env.TEST_DATABASE_SERVER;
  if (!server)
    throw new Error('TEST_DATABASE_SERVER is unset: run the tests through vitest with its global set-up');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

let adminPool: pg.Pool | undefined;

/** On one connection per process: two for each database would take as long as its copy. */
async function onServer(sql: string): Promise<void> {
  if (!adminPool) {
    adminPool = new pg.Pool({
      connectionString: urlOf('postgres'),
      max: 1,
      idleTimeoutMillis: 0,
      allowExitOnIdle: true,
    });
    // The server may stop before this process does.
    adminPool.on('error', () => undefined);
  }
  await adminPool.query(sql);
}
