/**
 * Opens the database of DATABASE_URL or the embedded one, and migrates it as its owner. The program itself connects as a
 * role that owns nothing (database/migrating/grant-program.ts), unless DATABASE_URL is the owner's.
 */
import { join } from 'node:path';
import pg from 'pg';
import { DataDirInUseError } from '@mare/database/embedded/claim-folder.ts';
import { startEmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import { grantProgram } from '@mare/database/migrating/grant-program.ts';
import { migrate, pendingMigrations } from '@mare/database/migrating/migrate.ts';
import type { Config } from '../platform/config/config.ts';
import { installJobs } from '../platform/jobs/jobs.ts';
import { describeParts, StartError } from '../platform/config/start-error.ts';

const DATABASE = 'mare';
const START_LOCK = 7_263_002;
const UNDEFINED_TABLE = '42P01';
const INSUFFICIENT_PRIVILEGE = '42501';
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

interface MigratedDatabase extends OpenDatabase {
  /** Null: the program's role migrates. */
  ownerUrl: string | null;
}

/** @param onLost called if the embedded server exits unexpectedly, after which the process cannot serve */
export async function openDatabase(config: Config, onLost: () => void = () => {}): Promise<OpenDatabase> {
  const database = config.databaseUrl
    ? await openExternal(config, config.databaseUrl, config.databaseDirectUrl ?? config.databaseUrl)
    : await openEmbedded(config, onLost);
  try {
    const { ownerUrl, directUrl } = database;
    await withStartLock(ownerUrl ?? directUrl, async () => {
      if (ownerUrl !== null) {
        await migrate(ownerUrl);
        await installJobs(ownerUrl);
        await grantProgram(ownerUrl, directUrl);
      } else await migrateIfOwner(directUrl);
    });
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** Processes that start at the same moment prepare the database one after the other. */
async function withStartLock(url: string, work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [START_LOCK]);
    await work();
  } finally {
    await client.end();
  }
}

/** @throws StartError if migrations are pending and the role may not apply them */
async function migrateIfOwner(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    const pending = await pendingMigrations(pool).catch((error: unknown) => {
      if ((error as { code?: string }).code === UNDEFINED_TABLE) return null;
      throw error;
    });
    if (pending === null || pending.length > 0) await migrate(url);
  } catch (error) {
    const { code, cause } = error as { code?: string; cause?: { code?: string } };
    if (code !== INSUFFICIENT_PRIVILEGE && cause?.code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new StartError(
      'O banco precisa de migrações, e o papel de DATABASE_URL não é o dono das tabelas: rode antes "node server/main.ts --migrate" com DATABASE_OWNER_URL.',
    );
  } finally {
    await pool.end();
  }
}

async function openExternal(
  { databaseOwnerUrl }: Config,
  url: string,
  directUrl: string,
): Promise<MigratedDatabase> {
  const client = new pg.Client({
    connectionString: databaseOwnerUrl ?? url,
    connectionTimeoutMillis: 10_000,
  });
  try {
    await client.connect();
  } catch (error) {
    const { host } = new URL(databaseOwnerUrl ?? url);
    throw new StartError(
      `Não foi possível conectar ao banco de dados em ${host}: ${describeParts(error)[0] ?? (error as Error).message}. Confira DATABASE_URL, a rede e se o PostgreSQL está no ar.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return {
    url,
    directUrl,
    ownerUrl: databaseOwnerUrl,
    fill: (work) => work(),
    stop: () => Promise.resolve(),
  };
}

async function openEmbedded(config: Config, onLost: () => void): Promise<MigratedDatabase> {
  const server = await startEmbeddedPostgres({
    dataDir: join(config.dataDir, 'database'),
    durable: true,
    onLost,
  }).catch((error: unknown) => {
    throw error instanceof DataDirInUseError ? new StartError(error.message) : error;
  });
  const url = server.programUrl(DATABASE);
  const ask = async (statement: string, database = 'postgres') => {
    const admin = new pg.Client({ connectionString: server.url(database) });
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
    ownerUrl: server.url(DATABASE),
    async fill(work) {
      await ask(`comment on database ${DATABASE} is '${HALF_FULL}'`);
      await work();
      // Statistics of a bulk load; only the owner of the tables may take them.
      await ask('analyze', DATABASE);
      await ask(`comment on database ${DATABASE} is null`);
    },
    stop: () => server.stop(),
  };
}
