/** SQL conditions for a row of `orders` whose payment went back or is disputed: its prizes are not delivered. */
import { type RawBuilder, sql } from 'kysely';

/**
 * Two people approved the refund of its cotas on the sealed list of this rifa, and its winner keeps the prize.
 * @param winner alias of `rifa_winners` in the query
 */
export function hasSealedRefund(winner: string): RawBuilder<boolean> {
  return sql`exists (
    select from approvals
    where approvals.subject_id = orders.id and approvals.rifa_id = ${sql.ref(`${winner}.rifaId`)}
      and approvals.kind = 'REFUND_SEALED' and approvals.state = 'done')`;
}

/**
 * The prize of a draw is on hold.
 * @param winner alias of `rifa_winners` in the query
 */
export function isWinOnHold(winner: string): RawBuilder<boolean> {
  return sql`(orders.disputed_at is not null
    or orders.status <> 'paid' and not (orders.status = 'refunded' and ${hasSealedRefund(winner)}))`;
}

/** Its cotas premiadas are on hold, if they are not void. */
export const areInstantPrizesOnHold = sql<boolean>`(orders.disputed_at is not null or orders.status <> 'paid')`;
