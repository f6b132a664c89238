import { sql } from 'kysely';
import type { StoredOrder } from './order.queries.ts';

/** Whether the bank of the payer decides about its payment. */
export function isDisputed({ status, disputedAt }: Pick<StoredOrder, 'status' | 'disputedAt'>): boolean {
  return status === 'paid' && disputedAt !== null;
}

/** SQL condition for a disputed row of `orders`. */
export const disputedNow = sql<boolean>`(orders.status = 'paid' and orders.disputed_at is not null)`;
