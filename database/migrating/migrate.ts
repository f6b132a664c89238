/**
 * Applies `migrations/*.sql` in order of name, each once in its own transaction. Detects edits of applied files by
 * hash.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const FOLDER = join(import.meta.dirname, '../migrations');
const LOCK = 7_263_001;
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_TRIES = 30;
const LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

export interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(FOLDER, name), 'utf8');
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
    });
}

/** @returns the newly applied names. @throws if an applied migration was edited, or SQL fails */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await appliedMigrations(client);
    const fresh: string[] = [];
    for (const migration of readMigrations()) {
      const before = applied.get(migration.name);
      if (before && before !== migration.sha256)
        throw new Error(`A migração ${migration.name} já foi aplicada e depois alterada. Crie uma nova.`);
      if (before) continue;
      await applyMigration(client, migration);
      fresh.push(migration.name);
    }
    return fresh;
  } finally {
    await client.end();
  }
}

/** Names of pending migrations, for readiness checks. */
export async function pendingMigrations(client: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
  const applied = new Set(rows.map((row) => row.name));
  return readMigrations()
    .map((migration) => migration.name)
    .filter((name) => !applied.has(name));
}

async function appliedMigrations(client: pg.Client): Promise<Map<string, string>> {
  await client.query(
    `create table if not exists schema_migrations (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migrations',
  );
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/**
 * Uses a short lock timeout and retries: while a migration waits for a table lock, every other statement on that table
 * queues behind it.
 */
export async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  for (let tryNo = 1; ; tryNo++)
    try {
      await applyOnce(client, migration);
      return;
    } catch (error) {
      const { code } = (error as Error).cause as { code?: string };
      if (code !== LOCK_NOT_AVAILABLE || tryNo >= LOCK_TRIES) throw error;
      await pause(LOCK_PAUSE_MS);
    }
}

async function applyOnce(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`A migração ${migration.name} falhou: ${(error as Error).message}`, { cause: error });
  }
}
