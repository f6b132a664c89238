import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { isDatabaseUnavailable } from './database-unavailable.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

/** Runs `work` in a transaction, retried on conflict. Lock timeout: 5 seconds. */
export function inTransaction<T>(db: Database, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return retryOnConflict(() =>
    db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = '5s'`.execute(trx);
      return work(trx);
    }),
  );
}

/** Runs `read` in one snapshot (repeatable read), so that its queries are consistent. Joins an open transaction. */
export function inSnapshot<T>(db: Kysely<DB>, read: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db as Transaction<DB>);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

/** SQLSTATE: insufficient resources, lock timeout, serialization failure, deadlock. */
const BUSY_STATES = /^(?:53\w{3}|55P03|40001|40P01)$/;

/** Whether the database was unreachable or overloaded: transient, worth a retry. */
export function isOutage(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return isDatabaseUnavailable(error) || (typeof code === 'string' && BUSY_STATES.test(code));
}

/** The violated unique index or constraint, or null for other errors. */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? (constraint ?? '') : null;
}
