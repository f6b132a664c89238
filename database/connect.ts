import type { Writable } from 'node:stream';
import { CamelCasePlugin, Kysely, type Logger, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;

// bigint columns hold counts and ids far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * For connections that only look rows up by key, with statements prepared by name. Each is planned once, whatever is asked
 * for; and a plan made while a table was small must not read all of it once it is large.
 */
export const INDEX_LOOKUPS_ONLY =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan';

export interface ConnectOptions {
  /** With `pgbouncer=true` among its parameters, a pooler that lends a connection for a transaction only. */
  url: string;
  /** Around the pooler, where there is one. */
  directUrl?: string | null;
  /** Connections kept at most. */
  max?: number;
  /** Sends queries without waiting for the answer of the one before. */
  pipeline?: boolean;
  /** Settings of the session, as PostgreSQL's command line takes them. */
  options?: string;
  /** Called with faults of idle connections, which must not end the process. */
  onError?: (error: Error) => void;
}

/** Through such a pooler the next statement may find another connection, which knows no statement of this one's. */
class UnpreparedClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever form of a query there is goes on as it came
  override query(...[query, ...rest]: any[]): any {
    const isNamed = query !== null && typeof query === 'object' && 'name' in query && 'text' in query;
    return super.query(...([isNamed ? { ...query, name: undefined } : query, ...rest] as [string]));
  }
}

const directUrls = new WeakMap<pg.Pool, string>();

/** The address for what needs a connection of its own: listening, batch writers with prepared statements. */
export function directUrlOf(pool: pg.Pool): string {
  const url = directUrls.get(pool) ?? pool.options.connectionString;
  if (!url) throw new Error('the pool was made without a connection string');
  return url;
}

export function connectPool({
  url,
  directUrl,
  max = 10,
  pipeline = false,
  options,
  onError,
}: ConnectOptions): pg.Pool {
  const isPooled = new URL(url).searchParams.get('pgbouncer') === 'true';
  const pool = new pg.Pool({
    ...(isPooled && { Client: UnpreparedClient }),
    connectionString: url,
    max,
    pipeline,
    options,
    connectionTimeoutMillis: 10_000,
  });
  if (directUrl) directUrls.set(pool, directUrl);
  pool.on('error', onError ?? (() => undefined));
  // The pool listens to idle connections only. One that is lost while in use fails its queries, which is enough: without
  // a listener of its own it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** @param log hears of every query. Rows come in camelCase; money stays the text of `numeric`: see money.ts. */
export function connectKysely(pool: PostgresPool, log?: Logger): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(log && { log }),
  });
}

/**
 * Lends a connection to work that begins and commits by itself, in its own round trips. Work that throws is rolled back;
 * a connection that cannot even do that is thrown away.
 */
export async function withConnection<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    return await work(client);
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Puts all that `ask` asks of a pipelined connection into one piece on its way: each piece costs both ends far more
 * than the few bytes in it.
 */
export function sendInOneWrite<T>(client: pg.PoolClient, ask: () => Promise<T>): Promise<T> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}
