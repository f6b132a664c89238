/**
 * One transaction at a time an order, among all that payments do. The lock is on the order's reference and not on its
 * row, so that settling and releasing may take their row locks in their own order. The charge batch writer takes the same locks.
 */
import { sql, type Transaction } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { retryOnConflict } from '../platform/database/retry-on-conflict.ts';

export function withOrderLock<T>(
  db: Database,
  externalReference: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return retryOnConflict(() =>
    db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${externalReference}, 5))`.execute(trx);
      return work(trx);
    }),
  );
}
