/** SQL conditions for a row of `orders` whose payment went back or is disputed: its prizes are not delivered. */
import { sql } from 'kysely';

/** Two people approved the refund of its cotas on a sealed list, and its winner keeps the prize. */
export const hasSealedRefund = sql<boolean>`exists (
  select from approvals
  where approvals.subject_id = orders.id and approvals.kind = 'REFUND_SEALED' and approvals.state = 'done')`;

/** Prizes of draws are on hold. */
export const areWinsOnHold = sql<boolean>`(orders.disputed_at is not null
  or orders.status <> 'paid' and not (orders.status = 'refunded' and ${hasSealedRefund}))`;

/** Its cotas premiadas are on hold, if they are not void. */
export const areInstantPrizesOnHold = sql<boolean>`(orders.disputed_at is not null or orders.status <> 'paid')`;
