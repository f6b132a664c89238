/** Cost of each statement in the database, from pg_stat_statements. */
import type { Shop } from '../shop/bench-shop.ts';

/** Enables pg_stat_statements, which has a small cost. */
export const STATEMENT_SETTINGS = {
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track_planning': 'on',
  // Includes statements in functions and triggers.
  'pg_stat_statements.track': 'all',
};

/** Characters of a statement that are printed. */
const MAX_STATEMENT = 200;

interface StatementTime {
  /** False inside a function or trigger. */
  toplevel: boolean;
  calls: number;
  ms: number;
  planning: number;
  plans: number;
  wal: number;
  text: string;
}

/** Resets the statement statistics of the database. */
export async function clearStatementTimes({ pool }: Pick<Shop, 'pool'>): Promise<void> {
  await pool.query('create extension if not exists pg_stat_statements');
  await pool.query('select pg_stat_statements_reset()');
}

/** Prints the cost per purchase of each statement in the database, including its triggers. */
export async function printStatementTimes({ pool }: Pick<Shop, 'pool'>, orders: number): Promise<void> {
  const { rows } = await pool.query<StatementTime>(
    `select toplevel, calls::float8 / $1 as calls, (total_exec_time + total_plan_time) / $1 as ms, total_plan_time / $1 as planning,
       plans::float8 / $1 as plans,
       wal_bytes::float8 / $1 as wal, regexp_replace(query, '\\s+', ' ', 'g') as text
     from pg_stat_statements order by total_exec_time + total_plan_time desc limit 80`,
    [orders],
  );
  console.log('per purchase in the database: calls, ms, plans (their ms), bytes of log');
  for (const { toplevel, calls, ms, plans, planning, wal, text } of rows)
    console.log(
      `${calls.toFixed(2).padStart(6)} ${ms.toFixed(3).padStart(7)} ${plans.toFixed(2).padStart(5)} ${planning.toFixed(3).padStart(6)} ` +
        `${Math.round(wal).toString().padStart(6)} ${toplevel ? '' : '(nested)'} ${text.trim().slice(0, MAX_STATEMENT)}`,
    );
}
