import { sql } from 'kysely';
import type { StoredOrder } from './order.queries.ts';

/** Whether the bank of the payer decides about its payment. */
export function isDisputed({ status, disputedAt }: Pick<StoredOrder, 'status' | 'disputedAt'>): boolean {
  return status === 'paid' && disputedAt !== null;
}

/** SQL condition for a disputed order. @param order table or alias of `orders` */
export const disputedNowOf = (order: string) =>
  sql<boolean>`(${sql.ref(order)}.status = 'paid' and ${sql.ref(order)}.disputed_at is not null)`;

/** The same for a row of `orders`. */
export const disputedNow = disputedNowOf('orders');
