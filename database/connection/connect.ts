import type { Writable } from 'node:stream';
import { Kysely, type Logger, type PostgresPool } from 'kysely';
import pg from 'pg';
import { camelCaseResults, SnakeCaseDialect } from './camel-case.ts';
import { parseTimestamp } from './parse-timestamp.ts';
import type { DB } from '../schema.ts';

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
  /** Connection URL. The parameter `pgbouncer=true` means a pooler in transaction mode. */
  url: string;
  /** URL that bypasses the pooler, if there is one. */
  directUrl?: string | null;
  /** Maximum number of connections. */
  max?: number;
  /** Pipeline mode: sends queries without waiting for previous results. */
  pipeline?: boolean;
  /**
   * Number of separate connections for named statements: see `lookupsOf`. None behind a pooler. If set, the pool also
   * prepares its own frequent statements.
   */
  lookups?: number;
  /** Session settings in PostgreSQL's command-line syntax. */
  options?: string;
  /** Called with errors of idle connections, which must not crash the process. */
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

/** Maximum prepared statements per connection; further statements are planned at each execution. */
const PREPARED_MAX = 300;
/** Statements with more parameters usually have lists of varying length, e.g. of ids. */
const PARAMETERS_MAX = 30;
/** A statement is prepared after this many executions: prepared names are kept for statements of every purchase. */
const PREPARED_FROM = 8;
/** Maximum statement texts to count; lists of varying length create many texts. */
const COUNTED_MAX = 5_000;
const statementNames = new Map<string, string>();
const timesSent = new Map<string, number>();

/** `*` in the result columns: such a prepared statement fails after a migration adds a column. */
const RETURNS_ALL = /(?:select|returning) \*(?! from unnest)|\.\*/i;

/** A parameter in a conflict target's condition: without its value PostgreSQL cannot match the partial index. */
const CONFLICT_BY_PARAMETER = /on conflict \([^)]*\) where (?:(?! do ).)*\$\d/is;

/** Prepares each frequent parameterised statement once per connection, identified by its text. */
class PreparingClient extends pg.Client {
  // oxlint-disable-next-line typescript/no-explicit-any -- passes every overload through
  override query(...input: any[]): any {
    const [text, values, ...rest] = input as [string, unknown[], ...unknown[]];
    const name = typeof text === 'string' && Array.isArray(values) && nameOf(text, values);
    return super.query(...((name ? [{ name, text, values }, ...rest] : input) as [string]));
  }
}

/**
 * Idle time (ms) after which a connection is closed. A new connection costs as much as many statements: a process, the
 * password hash, catalogue caches and a plan for each prepared statement.
 */
const IDLE_MS = 60_000;

/** Options for another library's `pg.Pool`, which bypasses the pooler. */
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
    // `pool.end` does not wait until its connections are closed: the server may stop before it reads their Terminate
    // message.
    if (!pool.ending) onError?.(error);
  });
  // The pool handles errors of idle connections only. A connection lost while in use fails its queries; without this
  // listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
}

const lookupPools = new WeakMap<pg.Pool, pg.Pool>();

/**
 * Connections for statements that look up rows by key: each statement is planned once. Returns the pool itself if it has
 * none. On other connections PostgreSQL replans a statement over an array of keys at each execution, because it expects
 * more keys than are sent; planning costs several times the look-up.
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

/** Rows have camelCase columns; money stays text as in `numeric` (see money.ts). @param log called with every query */
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
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
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
