import { sql } from 'kysely';
import { CASH } from '@mare/domain/payments/ledger.ts';

const UNANSWERED_MS = 3_600_000;

/**
 * Whether a refund waits for an admin: rejected, without balance, cash to hand back, an hour without an
 * answer, or a hand-over of cash that was undone.
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
