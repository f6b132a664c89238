import { type Kysely, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { leftOf, sumRefunds } from './request-refund.ts';
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

/** @returns centavos of the order's payment that no refund has asked for; 0 for an unpaid order */
export async function readRefundableCentavos(db: Kysely<DB>, orderId: string): Promise<number> {
  const settling = await db
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
    .where('payment.state', '=', 'approved')
    .groupBy(['payment.provider', 'payment.paymentId'])
    .executeTakeFirst();
  if (!settling) return 0;
  const payment = {
    amountCentavos: centavosFromNumeric(settling.amount),
    refundedCentavos: centavosFromNumeric(settling.refunded),
  };
  return Math.max(0, leftOf(payment, settling));
}
