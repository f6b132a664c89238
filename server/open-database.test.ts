import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connectPool } from '@mare/database/connect.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { readConfig } from './platform/config.ts';

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
const halves = "select key from settings where key like '%-half' order by key";

test('recreates a database whose first fill was interrupted, and keeps a filled one', async () => {
  const cut = start((database, query) =>
    database.fill(async () => {
      await query(FIRST);
      throw new Error('killed');
    }),
  );
  await expect(cut).rejects.toThrow('killed');
  await start(async (database, query) => {
    expect(await query(halves)).toEqual([]);
    await database.fill(async () => void (await query(FIRST)));
  });
  expect(await start((_, query) => query(halves))).toEqual([{ key: 'first-half' }]);
});
