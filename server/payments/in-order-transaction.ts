/**
 * One transaction at a time an order, among all that payments do. The lock is on the order's reference and not on its
 * row, so that settling and releasing may take their row locks in their own order. The charge lane takes the same locks.
 */
import { sql, type Transaction } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import type { DB } from '@mare/database/schema.ts';

const DEADLOCK_DETECTED = '40P01';
const SERIALIZATION_FAILURE = '40001';
const TRIES = 5;

export function inOrderTransaction<T>(
  db: Database,
  externalReference: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${externalReference}, 5))`.execute(trx);
      return work(trx);
    }),
  );
}

/** @param transact a whole transaction, which may be run again. */
export async function retryDeadlocks<T>(transact: () => Promise<T>): Promise<T> {
  for (let tryNo = 1; ; tryNo++) {
    try {
      return await transact();
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (tryNo === TRIES || (code !== DEADLOCK_DETECTED && code !== SERIALIZATION_FAILURE)) throw error;
    }
  }
}
