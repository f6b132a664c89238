import type { Writable } from 'node:stream';
import { CamelCasePlugin, Kysely, type Logger, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;

// bigint columns hold counts and ids far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Session options for connections that only look up rows by key with named prepared statements. Each statement is planned
 * once, and a plan cached while a table was small must not scan it once it is large.
 */
export const INDEX_LOOKUPS_ONLY =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan';

export interface ConnectOptions {
  /** With the parameter `pgbouncer=true`: a pooler in transaction mode. */
  url: string;
  /** Bypasses the pooler, if there is one. */
  directUrl?: string | null;
  /** Maximum number of connections. */
  max?: number;
  /** Pipeline mode: sends queries without waiting for previous results. */
  pipeline?: boolean;
  /** Session settings in PostgreSQL's command-line syntax. */
  options?: string;
  /** Called with errors of idle connections, which must not end the process. */
  onError?: (error: Error) => void;
}

/** Drops statement names: behind a pooler the next statement may run on another connection. */
class UnpreparedClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- passes every overload through
  override query(...[query, ...rest]: any[]): any {
    const isNamed = query !== null && typeof query === 'object' && 'name' in query && 'text' in query;
    return super.query(...([isNamed ? { ...query, name: undefined } : query, ...rest] as [string]));
  }
}

const directUrls = new WeakMap<pg.Pool, string>();

/** URL for connections with session state: LISTEN, batch writers with prepared statements. */
export function directUrlOf(pool: pg.Pool): string {
  const url = directUrls.get(pool) ?? pool.options.connectionString;
  if (!url) throw new Error('the pool has no connection string');
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
  // The pool handles errors of idle connections only. A connection lost while in use fails its queries; without this
  // listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Rows are in camelCase; money stays the text of `numeric` (see money.ts). @param log called with every query */
export function connectKysely(pool: PostgresPool, log?: Logger): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(log && { log }),
  });
}

/**
 * Runs work that manages its own transaction on one connection. Rolls back if it throws, and discards the connection if
 * the rollback fails.
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

/** Sends all queries that `ask` issues on a pipelined connection in one socket write, to save system calls. */
export function sendInOneWrite<T>(client: pg.PoolClient, ask: () => Promise<T>): Promise<T> {
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection;
  stream.cork();
  try {
    return ask();
  } finally {
    stream.uncork();
  }
}
