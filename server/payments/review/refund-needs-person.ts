import { sql } from 'kysely';
import { CASH } from '@mare/domain/payments/ledger.ts';

const UNANSWERED_MS = 3_600_000;

/**
 * Whether a refund needs an admin: it was rejected, lacks balance, is in cash, has had no answer for an hour, or its
 * hand-over in cash was undone.
 * @param alias of the table `refunds` in the query
 */
export function refundNeedsPerson(alias: string, now: Date) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const unansweredSince = new Date(now.getTime() - UNANSWERED_MS);
  return sql<boolean>`(${column('owed_again_since')} is not null or ${column('reviewed_at')} is null and (
    ${column('state')} in ('waiting_funds', 'rejected')
    or ${column('provider')} = ${CASH} and ${column('state')} = 'requested'
    or ${column('state')} in ('sending', 'unknown') and ${column('created_at')} < ${unansweredSince}))`;
}
