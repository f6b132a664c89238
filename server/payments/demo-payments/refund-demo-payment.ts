/** Refunds a payment of the demonstration, dated as the sandbox would have dated it. */
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { sql, type Transaction } from 'kysely';
import { findPaymentsOfOrder, type StoredPayment } from '../settlement/stored-payments.queries.ts';
import { PROVIDER } from './pay-demo-orders.ts';

export async function findDemoPayment(trx: Transaction<DB>, orderId: string): Promise<StoredPayment> {
  const [payment] = await findPaymentsOfOrder(trx, orderId);
  return payment!;
}

/**
 * Refunds all of a payment.
 * @returns the provider's id of the refund
 */
export async function refundDemoPayment(
  trx: Transaction<DB>,
  { paymentId, amountCentavos }: StoredPayment,
  at: Date,
): Promise<string> {
  const refunded = numericFromCentavos(amountCentavos);
  const { rows } = await sql<{ id: string }>`
    with paid as (
      update sandbox.payments set status = 'refunded', status_detail = 'refunded', refunded = amount, updated_at = ${at}
      where id = ${paymentId})
    insert into sandbox.refunds (payment_id, amount, created_at)
    values (${paymentId}, ${refunded}, ${at}) returning id::text`.execute(trx);
  await trx
    .updateTable('providerPayments')
    .set({
      state: 'refunded',
      rawStatus: 'refunded',
      rawDetail: 'refunded',
      refunded,
      providerUpdatedAt: at,
      updatedAt: at,
    })
    .where('provider', '=', PROVIDER)
    .where('paymentId', '=', paymentId)
    .execute();
  return rows[0]!.id;
}
