import { expect } from 'vitest';

interface Queryable {
  query: (text: string) => Promise<{ rows: unknown[] }>;
}

/** Waits until at least this many connections of this database wait for a lock. */
export async function untilBlocked(pool: Queryable, connections = 1): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length;
    })
    .toBeGreaterThanOrEqual(connections);
}
