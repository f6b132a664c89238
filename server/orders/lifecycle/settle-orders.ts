import type { RawBuilder } from 'kysely';
import { recounted } from '../numbers/order-numbers.queries.ts';
import { type OrderPaid, recordPaid } from './record-receipt.ts';

/**
 * Statements that mark locked pending orders as paid while they hold their numbers; see `settleOrder` for all other
 * orders. They lock profiles, then counters.
 */
export function settleOrders(paid: readonly OrderPaid[]): [name: string, statement: RawBuilder<unknown>][] {
  const lines = paid.flatMap(({ lines: ofOrder }) => ofOrder);
  return [
    ['settle-orders', recordPaid(paid)],
    ['settle-counters', recounted(lines, 'pending', 'paid')],
  ];
}
