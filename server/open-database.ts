/** Opens the database of DATABASE_URL or the embedded one, and migrates it. */
import { join } from 'node:path';
import pg from 'pg';
import { DataDirInUseError } from '@mare/database/embedded/claim-folder.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { migrate } from '@mare/database/migrate.ts';
import type { Config } from './platform/config.ts';
import { StartError } from './platform/start-error.ts';

const DATABASE = 'mare';
/** Comment of the embedded database during its first fill. */
const HALF_FULL = 'being filled for the first time';

export interface OpenDatabase {
  url: string;
  /** Bypasses a pooler, if any. */
  directUrl: string;
  /**
   * Fills an empty database. An interrupted fill of the embedded database is discarded at the next start, so that demo data
   * is never partial.
   */
  fill(work: () => Promise<void>): Promise<void>;
  /** Stops the embedded server, if used. */
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
  return { url, directUrl, fill: (work) => work(), stop: () => Promise.resolve() };
}

async function openEmbedded(config: Config): Promise<OpenDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'database'),
    durable: true,
  }).catch((error: unknown) => {
    throw error instanceof DataDirInUseError ? new StartError(error.message) : error;
  });
  const url = server.url(DATABASE);
  const ask = async (statement: string) => {
    const admin = new pg.Client({ connectionString: server.url('postgres') });
    await admin.connect();
    try {
      return (await admin.query<{ comment: string | null }>(statement)).rows[0];
    } finally {
      await admin.end();
    }
  };
  const known = await ask(
    `select shobj_description(oid, 'pg_database') as comment from pg_database where datname = '${DATABASE}'`,
  );
  const cutShort = known?.comment === HALF_FULL;
  if (cutShort) await ask(`drop database ${DATABASE} with (force)`);
  if (!known || cutShort) await ask(`create database ${DATABASE}`);
  return {
    url,
    directUrl: url,
    async fill(work) {
      await ask(`comment on database ${DATABASE} is '${HALF_FULL}'`);
      await work();
      await ask(`comment on database ${DATABASE} is null`);
    },
    stop: () => server.stop(),
  };
}
