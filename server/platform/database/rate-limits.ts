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
  const now = clock.now();
  const ends = new Date(now.getTime() + limit.seconds * 1000);
  const counted = await db
    .insertInto('auth.rateLimits')
    .values({ key: storedKey(limit, key), hits: 1, windowEnds: ends })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when auth.rate_limits.window_ends <= ${now} then 1 else auth.rate_limits.hits + 1 end`,
        windowEnds: sql`case when auth.rate_limits.window_ends <= ${now} then ${ends} else auth.rate_limits.window_ends end`,
      }),
    )
    .returning(['hits', 'windowEnds'])
    .executeTakeFirstOrThrow();
  return counted.hits > limit.hits ? secondsUntil(counted.windowEnds, now) : null;
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
