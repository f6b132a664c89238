import type pg from 'pg';
import { createBatchLoader, type BatchLoader } from '../../platform/batch-loader.ts';

const readers = new WeakMap<pg.Pool, BatchLoader<string, boolean>>();

/** Whether a user ever set a limit. Batched: every purchase asks. */
export function hasLimits(pool: pg.Pool, userId: string): Promise<boolean> {
  let reader = readers.get(pool);
  if (!reader) {
    reader = createBatchLoader((all) => findForAll(pool, all));
    readers.set(pool, reader);
  }
  return reader.load(userId);
}

async function findForAll(pool: pg.Pool, userIds: string[]): Promise<boolean[]> {
  const { rows } = await pool.query<{ user_id: string }>({
    name: 'find-who-has-limits',
    text: 'select user_id from own_limits where user_id = any($1::uuid[])',
    values: [userIds],
  });
  const limited = new Set(rows.map((row) => row.user_id));
  return userIds.map((userId) => limited.has(userId));
}
