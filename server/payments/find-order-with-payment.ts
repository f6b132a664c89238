import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { findOrderWith, type StoredOrder } from '../orders/find-order.ts';
import { type OpenAttempt, openAttemptsOf } from './attempts/attempts.queries.ts';
import { type OpenCharges, toOpenCharges } from './attempts/open-charge.ts';
import {
  describePayments,
  type PaymentDescription,
  type PaymentOfOrder,
  paymentsOf,
} from './describe-payment.ts';

/**
 * An order by its reference, with its payments and the charges that are open now: one statement, so that its page never
 * shows a paid order without its payment.
 */
export async function findOrderWithPayment(
  db: Kysely<DB>,
  externalReference: string,
  now: Date,
): Promise<{ order: StoredOrder; payment: PaymentDescription; charges: OpenCharges } | null> {
  const found = await findOrderWith<{ payments: PaymentOfOrder[]; attempts: OpenAttempt[] }>(
    db,
    externalReference,
    (orderId) => ({ payments: paymentsOf(orderId), attempts: openAttemptsOf(orderId, now) }),
  );
  if (!found) return null;
  const { order, more } = found;
  return { order, payment: describePayments(more.payments), charges: toOpenCharges(more.attempts) };
}
