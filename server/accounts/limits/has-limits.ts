import type pg from 'pg';
import { createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';

const limitsLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader((userIds: string[]) => findForAll(pool, userIds)),
);

/** Whether the person of an account ever set a limit. Batched: every purchase reads it. */
export function hasLimits(platform: Pick<Platform, 'pool' | 'caches'>, userId: string): Promise<boolean> {
  return limitsLoader(platform).load(userId);
}

async function findForAll(pool: pg.Pool, userIds: string[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'find-who-has-limits',
    text: `select profiles.id from profiles join own_limits on own_limits.user_id = profiles.person_id
           where profiles.id = any($1::uuid[])`,
    values: [userIds],
  });
  const limited = new Set(rows.map((row) => row.id));
  return userIds.map((userId) => limited.has(userId));
}
