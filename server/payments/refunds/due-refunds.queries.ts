import { CASH } from '@mare/domain/payments/ledger.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Kysely } from 'kysely';

/** Refunds that are due and that no process has leased. Excludes cash refunds, which a person hands over. */
export function dueRefunds(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('refunds')
    .where('state', 'not in', ['done', 'rejected'])
    .where('provider', '<>', CASH)
    .where('nextAttemptAt', '<=', now)
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', now)]));
}
