import type { Writable } from 'node:stream';
import { Kysely, type Logger, type PostgresPool } from 'kysely';
import pg from 'pg';
import { camelCaseResults, SnakeCaseDialect } from './camel-case.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import type { DB } from './schema.ts';

export type Database = Kysely<DB>;

// bigint columns hold counts and ids far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);

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
  /**
   * Connections apart for the pool's named statements: see `lookupsOf`. None behind a pooler. With them the pool also
   * prepares its own frequent statements.
   */
  lookups?: number;
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

/** Statements prepared by name on a connection; further ones are planned each time. */
const PREPARED_MAX = 300;
/** More of them vary in number, e.g. those of a list of ids. */
const PARAMETERS_MAX = 30;
/** A statement is prepared once the process has sent it this often: the names are for those of every purchase. */
const PREPARED_FROM = 8;
/** Texts counted until then; lists of varying length have many. */
const COUNTED_MAX = 5_000;
const statementNames = new Map<string, string>();
const timesSent = new Map<string, number>();

/** `*` in the columns of a result: a prepared statement fails once a migration adds a column. */
const RETURNS_ALL = /(?:select|returning) \*(?! from unnest)|\.\*/i;

/** A parameter in the condition of a partial index: without its value PostgreSQL does not find the index. */
const CONFLICT_BY_PARAMETER = /on conflict \([^)]*\) where (?:(?! do ).)*\$\d/is;

/** Prepares each parameterised statement that is frequent once a connection, by its text. */
class PreparingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- passes every overload through
  override query(...input: any[]): any {
    const [text, values, ...rest] = input as [string, unknown[], ...unknown[]];
    const name = typeof text === 'string' && Array.isArray(values) && nameOf(text, values);
    return super.query(...((name ? [{ name, text, values }, ...rest] : input) as [string]));
  }
}

/**
 * A connection that is not used for so long is closed. A new one costs both sides the time of many statements: a process,
 * the password's hash, caches of the catalogue and a plan of each prepared statement.
 */
const IDLE_MS = 60_000;

/** Options of a `pg.Pool` of another library, which reaches the database directly. */
export const ownPoolOptions = { Client: PreparingClient, idleTimeoutMillis: IDLE_MS };

function nameOf(text: string, values: readonly unknown[]): string | null {
  const known = statementNames.get(text);
  if (known) return known;
  if (values.length === 0 || values.length > PARAMETERS_MAX || statementNames.size >= PREPARED_MAX)
    return null;
  const times = (timesSent.get(text) ?? 0) + 1;
  if (times < PREPARED_FROM) {
    if (times > 1 || timesSent.size < COUNTED_MAX) timesSent.set(text, times);
    return null;
  }
  if (RETURNS_ALL.test(text) || CONFLICT_BY_PARAMETER.test(text)) return null;
  const name = `hot-${statementNames.size}`;
  statementNames.set(text, name);
  timesSent.delete(text);
  return name;
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
  lookups = 0,
  options,
  onError,
}: ConnectOptions): pg.Pool {
  const isPooled = new URL(url).searchParams.get('pgbouncer') === 'true';
  const pool = new pg.Pool({
    ...(isPooled ? { Client: UnpreparedClient } : lookups > 0 && { Client: PreparingClient }),
    connectionString: url,
    max,
    pipeline,
    options,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: IDLE_MS,
  });
  if (directUrl) directUrls.set(pool, directUrl);
  handleErrors(pool, onError);
  if (lookups > 0 && !isPooled) addLookups(pool, lookups, onError);
  return pool;
}

function handleErrors(pool: pg.Pool, onError: ConnectOptions['onError']): void {
  pool.on('error', (error) => {
    // The end of a pool does not wait until its connections are closed: the server may stop before it reads their farewell.
    if (!pool.ending) onError?.(error);
  });
  // The pool handles errors of idle connections only. A connection lost while in use fails its queries; without this
  // listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

const lookupPools = new WeakMap<pg.Pool, pg.Pool>();

/**
 * Connections for statements that look up rows by key, which plan each of them once; the pool itself, if it has none.
 * On other connections PostgreSQL replans a statement over an array of keys at each execution, as it expects more of them than
 * come; that costs several times the look-up.
 */
export function lookupsOf(pool: pg.Pool): pg.Pool {
  return lookupPools.get(pool) ?? pool;
}

function addLookups(pool: pg.Pool, max: number, onError: ConnectOptions['onError']): void {
  const lookups = new pg.Pool({
    ...pool.options,
    Client: PreparingClient,
    max,
    options: INDEX_LOOKUPS_ONLY,
  });
  handleErrors(lookups, onError);
  lookupPools.set(pool, lookups);
  const [query, end] = [pool.query.bind(pool), pool.end.bind(pool)];
  // oxlint-disable-next-line typescript/no-explicit-any -- passes every overload through
  pool.query = ((...input: any[]) => {
    const isNamed = typeof input[0] === 'object' && input[0] !== null && 'name' in input[0];
    return (isNamed ? lookups.query.bind(lookups) : query)(...(input as [string]));
  }) as typeof pool.query;
  pool.end = async () => {
    await Promise.all([lookups.end(), end()]);
  };
}

/** Rows are in camelCase; money stays the text of `numeric` (see money.ts). @param log called with every query */
export function connectKysely(pool: PostgresPool, log?: Logger): Database {
  return new Kysely<DB>({
    dialect: new SnakeCaseDialect({ pool }),
    plugins: [camelCaseResults],
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
