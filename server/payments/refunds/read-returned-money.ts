import type { Kysely } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { findPaymentsOfOrder } from '../settlement/stored-payments.queries.ts';
import { readLeft } from './request-refund.ts';
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
  const payments = await findPaymentsOfOrder(db, orderId);
  const settling = payments.find(({ disposition }) => disposition === 'settles');
  return settling?.state === 'approved' ? Math.max(0, await readLeft(db, settling)) : 0;
}
