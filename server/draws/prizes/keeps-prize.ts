import type { ExpressionBuilder } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** Whether two persons gave the money back: the prize stays with its winner. */
export function keepsPrize(eb: ExpressionBuilder<DB & { orders: DB['orders'] }, 'orders'>) {
  return eb.exists(
    eb
      .selectFrom('approvals')
      .select('approvals.id')
      .whereRef('approvals.subjectId', '=', 'orders.id')
      .where('approvals.kind', '=', 'REFUND_SEALED')
      .where('approvals.state', '=', 'done'),
  );
}
