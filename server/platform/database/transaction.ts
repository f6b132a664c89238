import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Runs `work` in a transaction, again when it lost a race. A row lock is waited for at most 5 seconds. */
export function inTransaction<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return retryOnConflict(() =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '5s'`.execute(trx);
      return work(trx);
    }),
  );
}

/** SQLSTATE: out of resources, a lock not to be had in time, a race lost too often. */
const BUSY_STATES = /^(?:53\w{3}|55P03|40001|40P01)$/;

/** Whether the database could not be reached or was too busy: worth another try, and nobody's mistake. */
export function isOutage(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isDatabaseUnavailable(error) || (typeof code === 'string' && BUSY_STATES.test(code));
}

/** The name of the unique index or constraint that an insert or update ran into, or null for any other fault. */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : null;
}
