/** Creates a database per test file, cloned from the migrated template of `database-setup.testing.ts`. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectKysely, connectPool, type Database } from '../connection/connect.ts';

export interface TestDatabase {
  url: string;
  pool: pg.Pool;
  db: Database;
  drop(): Promise<void>;
}

/** A template database that the first test that needs it fills. */
export interface FilledTemplate {
  name: string;
  /** Leaves no connection open. @param url of a copy of the migrated template */
  fill: (url: string) => Promise<void>;
}

const TEMPLATE = 'mare_template';

/** URL of the database that all test databases are copied from. */
export const templateUrl = () => urlOf(TEMPLATE);

export async function createTestDatabase(
  options: { maxConnections?: number; template?: FilledTemplate } = {},
): Promise<TestDatabase> {
  if (options.template) await ensureFilled(options.template);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await copyDatabase(options.template?.name ?? TEMPLATE, name);
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

/** Copying files takes a third of the CPU time of the default strategy, which logs every page. */
async function copyDatabase(from: string, to: string): Promise<void> {
  await onServer(`create database ${to} template ${from} strategy file_copy`);
}

/** Fills the template, or waits for the process that fills it. It gets its final name when complete. */
async function ensureFilled({ name, fill }: FilledTemplate): Promise<void> {
  const lock = new pg.Client({ connectionString: urlOf('postgres') });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await lock.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const unfinished = `${name}_unfinished`;
    await onServer(`drop database if exists ${unfinished} with (force)`);
    await copyDatabase(TEMPLATE, unfinished);
    await fill(urlOf(unfinished));
    await onServer(`alter database ${unfinished} rename to ${name}`);
  } finally {
    await lock.end();
  }
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

/** Uses one connection per process: two connections per database would take as long as its copy. */
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
