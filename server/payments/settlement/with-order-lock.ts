/**
 * Serializes payment transactions per order. The advisory lock is on the order's reference instead of its row, so that
 * settling and releasing can take row locks in any order. The charge batch writer takes the same locks.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { retryOnConflict } from '../../platform/database/retry-on-conflict.ts';

export function withOrderLock<T>(
  db: Database,
  externalReference: string,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  return retryOnConflict(() =>
    db.transaction().execute(async (trx) => {
      await lockOrderReference(trx, externalReference);
      return work(trx);
    }),
  );
}

/** Takes the lock in the caller's transaction. */
export function lockOrderReference(trx: Transaction<DB>, externalReference: string): Promise<void> {
  return lockOrderReferences(trx, [externalReference]);
}

export async function lockOrderReferences(
  trx: Transaction<DB>,
  externalReferences: readonly string[],
): Promise<void> {
  await orderReferencesLock(externalReferences).execute(trx);
}

/** In sorted order, so that concurrent batches do not deadlock. */
export function orderReferencesLock(externalReferences: readonly string[]): RawBuilder<unknown> {
  return sql`
    select pg_advisory_xact_lock(hashtextextended(reference, 5))
    from unnest(${externalReferences.toSorted()}::text[]) as reference`;
}
