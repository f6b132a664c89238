import { sql } from 'kysely';
import type { Executor } from '../auth.ts';

/** Prefix of the key of the advisory lock under which a person's orders are reserved, before the person's id. */
export const PURCHASES_LOCK = 'unpaid ';

/**
 * Waits for reservations in progress of the accounts' persons; later ones see what this transaction wrote. Comes
 * before any row lock.
 */
export async function lockPurchases(trx: Executor, userIds: readonly string[]): Promise<void> {
  // In key order, so that concurrent transactions never deadlock.
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended(${PURCHASES_LOCK} || person_id, 0) as key from profiles
      where id = any(${userIds}::uuid[]) and person_id is not null order by key) as keys`.execute(trx);
}
