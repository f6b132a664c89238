/** The database that DATABASE_URL names, or the embedded one; migrated either way. */
import { join } from 'node:path';
import pg from 'pg';
import { DataDirInUseError } from '@mare/database/embedded/claim-folder.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrate.ts';
import type { Config } from './platform/config.ts';
import { StartError } from './platform/start-error.ts';

const DATABASE = 'mare';

export interface OpenDatabase {
  url: string;
  /** Around a pooler, where there is one. */
  directUrl: string;
  /** Stops the embedded server; an external one is left alone. */
  stop(): Promise<void>;
}

export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const database = config.databaseUrl
    ? await openExternal(config.databaseUrl, config.databaseDirectUrl ?? config.databaseUrl)
    : await openEmbedded(config);
  try {
    await migrate(database.directUrl);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

async function openExternal(url: string, directUrl: string): Promise<OpenDatabase> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const { host } = new URL(url);
    throw new StartError(
      `Não foi possível conectar ao banco de dados em ${host}: ${(error as Error).message}.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, directUrl, stop: () => Promise.resolve() };
}

async function openEmbedded(config: Config): Promise<OpenDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'database'),
    durable: true,
  }).catch((error: unknown) => {
    throw error instanceof DataDirInUseError ? new StartError(error.message) : error;
  });
  const admin = new pg.Client({ connectionString: server.url('postgres') });
  await admin.connect();
  const known = await admin.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (known.rowCount === 0) await admin.query(`create database ${DATABASE}`);
  await admin.end();
  return { url: server.url(DATABASE), directUrl: server.url(DATABASE), stop: () => server.stop() };
}
