/** Fixed-window rate limits by key, counted in the database so that all processes share them. */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Clock } from '../clock.ts';
import type { RetentionRule } from './retention.ts';

export const rateLimitRetention: RetentionRule = { table: 'auth.rateLimits', column: 'windowEnds', days: 0 };

export interface Limit {
  /** e.g. `failed-password`. */
  name: string;
  hits: number;
  /** Length of the window. */
  seconds: number;
}

/** Counts a hit. @returns seconds to wait beyond the limit, else null */
export async function spend(db: Kysely<DB>, clock: Clock, limit: Limit, key: string): Promise<number | null> {
  return (await spendOnEach(db, clock, limit, [key])).get(key) ?? null;
}

/**
 * Counts a hit of each key.
 * @param keys each once
 * @returns seconds to wait for each key beyond its limit
 */
export async function spendOnEach(
  db: Kysely<DB>,
  clock: Clock,
  limit: Limit,
  keys: readonly string[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const now = clock.now();
  const ends = new Date(now.getTime() + limit.seconds * 1000);
  const keyOf = new Map(keys.map((key) => [storedKey(limit, key), key]));
  // All callers spend in this order, because each key's row is locked.
  const { rows } = await sql<{ key: string; hits: number; windowEnds: Date }>`
    insert into auth.rate_limits as known (key, hits, window_ends)
    select key, 1, ${ends}::timestamptz from unnest(${[...keyOf.keys()]}::text[]) as counted (key) order by key
    on conflict (key) do update set
      hits = case when known.window_ends <= ${now} then 1 else known.hits + 1 end,
      window_ends = case when known.window_ends <= ${now} then ${ends} else known.window_ends end
    returning key, hits, window_ends`.execute(db);
  const beyond = rows.filter(({ hits }) => hits > limit.hits);
  return new Map(beyond.map(({ key, windowEnds }) => [keyOf.get(key)!, secondsUntil(windowEnds, now)]));
}

/** Checks without counting. @returns seconds to wait if the limit is reached, else null */
export async function peek(db: Kysely<DB>, clock: Clock, limit: Limit, key: string): Promise<number | null> {
  const now = clock.now();
  const row = await db
    .selectFrom('auth.rateLimits')
    .select('windowEnds')
    .where('key', '=', storedKey(limit, key))
    .where('windowEnds', '>', now)
    .where('hits', '>=', limit.hits)
    .executeTakeFirst();
  return row ? secondsUntil(row.windowEnds, now) : null;
}

export async function resetRateLimit(db: Kysely<DB>, limit: Limit, key: string): Promise<void> {
  await db.deleteFrom('auth.rateLimits').where('key', '=', storedKey(limit, key)).execute();
}

/** Takes back one hit that was counted. */
export async function refund(db: Kysely<DB>, limit: Limit, key: string): Promise<void> {
  await db
    .updateTable('auth.rateLimits')
    .set({ hits: sql`greatest(hits - 1, 0)` })
    .where('key', '=', storedKey(limit, key))
    .execute();
}

/** Hashed, so that the table holds no e-mail or IP address. */
function storedKey(limit: Limit, key: string): string {
  return `${limit.name}:${createHash('sha256').update(key).digest('base64url')}`;
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}
