import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectPool } from '@mare/database/connection/connect.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { readConfig } from '../platform/config/config.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log/log.ts';
import { JOBS } from './worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'mare-open-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts with this folder, runs `work` and stops. */
async function start<T>(
  work: (database: OpenDatabase, query: (sql: string) => Promise<unknown[]>) => Promise<T>,
) {
  const database = await openDatabase(readConfig({ DATA_DIR: folder }));
  const pool = connectPool({ url: database.url, max: 1 });
  try {
    return await work(database, async (sql) => (await pool.query(sql)).rows);
  } finally {
    await pool.end();
    await database.stop();
  }
}

const FIRST = `insert into settings (key, value) values ('first-half', '{}')`;
const SELECT_HALVES = "select key from settings where key like '%-half' order by key";

test('recreates a database whose seeding was interrupted, and keeps a seeded one', async () => {
  const interrupted = start((database, query) =>
    database.fill(async () => {
      await query(FIRST);
      throw new Error('killed');
    }),
  );
  await expect(interrupted).rejects.toThrow('killed');
  await start(async (database, query) => {
    expect(await query(SELECT_HALVES)).toEqual([]);
    await database.fill(async () => void (await query(FIRST)));
  });
  expect(await start((_, query) => query(SELECT_HALVES))).toEqual([{ key: 'first-half' }]);
});

test('allows the program to read and write rows, but not to change the schema', async () => {
  await start(async (_, query) => {
    await query(`insert into settings (key, value) values ('row', '{}')`);
    await query(`update settings set value = '[]' where key = 'row'`);
    await query(`delete from settings where key = 'row'`);
    for (const statement of [
      'create table mine (id int)',
      'drop table orders',
      'truncate orders cascade',
      'alter table number_pages drop constraint number_pages_pkey',
      'alter table auth.sessions disable trigger sessions_ended',
      'drop trigger sessions_ended on auth.sessions',
      `insert into schema_migrations (name, sha256) values ('mine', '')`,
      'create role mine superuser',
      `copy settings to program 'true'`,
    ])
      await expect(query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});

test('starts without the owner once the database is migrated, and reports missing migrations before', async () => {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'server'), durable: false });
  const admin = connectPool({ url: server.url('postgres'), max: 1 });
  try {
    await admin.query('create database shop');
    const ownerUrl = server.url('shop');
    const programUrl = Object.assign(new URL(ownerUrl), {
      username: 'shop_program',
      password: 'segredo',
    }).href;
    const env = { DEMO: '1', DATABASE_URL: programUrl };
    await openDatabase(readConfig({ ...env, DATABASE_OWNER_URL: ownerUrl }));
    await openDatabase(readConfig(env));
    await admin.query('create database empty');
    const emptyUrl = programUrl.replace(/shop$/, 'empty');
    await expect(openDatabase(readConfig({ ...env, DATABASE_URL: emptyUrl }))).rejects.toThrow(
      'O banco precisa de migrações',
    );
  } finally {
    await admin.end();
    await server.stop();
  }
});

test('starts several processes concurrently on an empty database', async () => {
  const server = await startEmbeddedPostgres({ dataDir: join(folder, 'together'), durable: false });
  const admin = connectPool({ url: server.url('postgres'), max: 1 });
  try {
    await admin.query('create database together');
    const ownerUrl = server.url('together');
    const programUrl = Object.assign(new URL(ownerUrl), {
      username: 'together_program',
      password: 'segredo',
    }).href;
    const config = readConfig({ DEMO: '1', DATABASE_URL: programUrl, DATABASE_OWNER_URL: ownerUrl });
    const log = createLog('silent');
    await Promise.all(
      Array.from({ length: 4 }, async (_, at) => {
        const database = await openDatabase(config);
        const jobs = await startJobs(database.directUrl, log, at % 2 === 0);
        await jobs.prepare(JOBS);
        await jobs.stop();
      }),
    );
    const pool = connectPool({ url: programUrl, max: 1 });
    const { rows } = await pool.query('select count(*)::integer as queues from pgboss.queue');
    await pool.end();
    expect(rows[0]).toMatchObject({ queues: expect.any(Number) });
  } finally {
    await admin.end();
    await server.stop();
  }
});
