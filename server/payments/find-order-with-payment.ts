import { findOrdersWith, isReference, type StoredOrder } from '../orders/reading/find-order.ts';
import { createBatchLoader } from '../platform/caching/batch-loader.ts';
import { defineCache } from '../platform/caching/caches.ts';
import type { Platform } from '../platform/platform.ts';
import { type OpenAttempt, openAttemptsOf, payableAt } from './attempts/attempts.queries.ts';
import { type OpenCharges, toOpenCharges } from './attempts/open-charge.ts';
import {
  describePayments,
  type PaymentDescription,
  type PaymentOfOrder,
  paymentsOf,
} from './describe-payment.ts';

interface Money {
  payments: PaymentOfOrder[];
  attempts: OpenAttempt[];
}

const COLUMNS = { payments: paymentsOf('own.id'), attempts: openAttemptsOf('own.id') };

const orderLoader = defineCache(({ pool }: Pick<Platform, 'pool'>) =>
  createBatchLoader(
    (references: string[]) =>
      findOrdersWith<Money>(pool, references, { name: 'order-with-payment', columns: COLUMNS }),
    { width: 2 },
  ),
);

/**
 * An order by its reference, with its payments and the charges that are open now: one statement, so that its page never
 * shows a paid order without its payment. Concurrent callers share it.
 */
export async function findOrderWithPayment(
  platform: Pick<Platform, 'pool' | 'caches'>,
  externalReference: string,
  now: Date,
): Promise<{ order: StoredOrder; payment: PaymentDescription; charges: OpenCharges } | null> {
  if (!isReference(externalReference)) return null;
  const found = await orderLoader(platform).load(externalReference);
  if (!found) return null;
  const { order, more } = found;
  return {
    order,
    payment: describePayments(more.payments),
    charges: toOpenCharges(payableAt(more.attempts, now)),
  };
}
