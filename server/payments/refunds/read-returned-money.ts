import { type Kysely, type RawBuilder, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { leftOf, type RefundSums, sumRefunds } from './request-refund.ts';
import type { DB } from '@mare/database/schema.ts';

/** @returns centavos refunded so far of the payment that settled the order; 0 for an unpaid order */
export async function readReturnedCentavos(db: Kysely<DB>, orderId: string): Promise<number> {
  const payment = await db
    .selectFrom('providerPayments')
    .select('refunded')
    .where('orderId', '=', orderId)
    .where('disposition', '=', 'settles')
    .executeTakeFirst();
  return centavosFromNumeric(payment?.refunded ?? '0');
}

/** @returns centavos of the order's payment that can still be refunded; 0 for an unpaid order */
export async function readRefundableCentavos(db: Kysely<DB>, orderId: string): Promise<number> {
  return refundableCentavosOf(await settlingPaymentOf(db, orderId).executeTakeFirst());
}

/** The approved payment that settled an order, with its refunds. @param orderId the id, or an SQL expression for it */
export function settlingPaymentOf(db: Kysely<DB>, orderId: string | RawBuilder<string>) {
  return db
    .selectFrom('providerPayments as payment')
    .leftJoin('refunds', (join) =>
      join
        .onRef('refunds.provider', '=', 'payment.provider')
        .onRef('refunds.paymentId', '=', 'payment.paymentId'),
    )
    .select(['payment.amount', 'payment.refunded'])
    .select((eb) => sumRefunds(eb))
    .where('payment.orderId', '=', orderId)
    .where('payment.disposition', '=', sql.lit('settles'))
    .where('payment.state', '=', sql.lit('approved'))
    .groupBy(['payment.provider', 'payment.paymentId']);
}

/** A row of `settlingPaymentOf`. */
export interface SettlingPayment extends RefundSums {
  amount: string;
  refunded: string;
}

export function refundableCentavosOf(settling: SettlingPayment | null | undefined): number {
  if (!settling) return 0;
  const payment = {
    amountCentavos: centavosFromNumeric(settling.amount),
    refundedCentavos: centavosFromNumeric(settling.refunded),
  };
  return Math.max(0, leftOf(payment, settling));
}
