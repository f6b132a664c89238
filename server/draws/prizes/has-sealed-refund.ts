import type { ExpressionBuilder } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Whether two people approved the refund of an order on a sealed list, in which case its winner keeps the prize. */
export function hasSealedRefund(eb: ExpressionBuilder<DB & { orders: DB['orders'] }, 'orders'>) {
  return eb.exists(
    eb
      .selectFrom('approvals')
      .select('approvals.id')
      .whereRef('approvals.subjectId', '=', 'orders.id')
      .where('approvals.kind', '=', 'REFUND_SEALED')
      .where('approvals.state', '=', 'done'),
  );
}
