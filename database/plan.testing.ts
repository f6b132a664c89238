import type { LogEvent } from 'kysely';
import type pg from 'pg';
import { connectKysely, type Database } from './connect.ts';

/**
 * Query plan of the last statement of `work`, as on large tables: without sequential scans where an index serves.
 * @param options.off more planner settings to turn off
 * @param options.of the last statement with this text instead
 */
export async function planOf(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
  { off = [], of = '' }: { off?: readonly string[]; of?: string } = {},
): Promise<string> {
  const asked: LogEvent['query'][] = [];
  await work(
    connectKysely(pool, (event) => {
      asked.push(event.query);
    }),
  );
  const { sql, parameters } = asked.findLast((query) => query.sql.includes(of))!;
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const setting of ['enable_seqscan', ...off]) await client.query(`set local ${setting} = off`);
    const { rows } = await client.query(`explain ${sql}`, [...parameters]);
    return rows.map((row) => row['QUERY PLAN'] as string).join('\n');
  } finally {
    await client.query('rollback');
    client.release();
  }
}
