import type { LogEvent } from 'kysely';
import type pg from 'pg';
import { connectKysely, type Database } from '../connection/connect.ts';

interface PlanOptions {
  /** More planner settings to turn off. */
  off?: readonly string[];
  /** Includes only statements that contain this text. */
  of?: string;
}

/** Query plans of the statements in `work`, as on large tables: no sequential scan if an index can be used. */
export async function plansOf(
  pool: pg.Pool,
  work: (db: Database) => Promise<unknown>,
  { off = [], of = '' }: PlanOptions = {},
): Promise<string[]> {
  const requests: LogEvent['query'][] = [];
  await work(
    connectKysely(pool, (event) => {
      requests.push(event.query);
    }),
  );
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const setting of ['enable_seqscan', ...off]) await client.query(`set local ${setting} = off`);
    const plans: string[] = [];
    for (const { sql, parameters } of requests.filter((query) => query.sql.includes(of))) {
      const { rows } = await client.query(`explain ${sql}`, [...parameters]);
      plans.push(rows.map((row) => row['QUERY PLAN'] as string).join('\n'));
    }
    return plans;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** The plan of the last of these statements. */
export async function planOf(...args: Parameters<typeof plansOf>): Promise<string> {
  return (await plansOf(...args)).at(-1)!;
}
