import type { Insertable, Kysely } from 'kysely';
import type { DB, ProviderPayments } from '@mare/database/schema.ts';

/**
 * Adds the payment that settled an order, made now for its total, with the order's id.
 * @param changed columns that differ
 */
export async function addSettlingPayment(
  db: Kysely<DB>,
  orderId: string,
  changed: Partial<Insertable<ProviderPayments>> = {},
): Promise<void> {
  const { totalAmount } = await db
    .selectFrom('orders')
    .select('totalAmount')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('providerPayments')
    .values({
      provider: 'sandbox',
      paymentId: orderId,
      orderId,
      amount: totalAmount,
      currency: 'BRL',
      state: 'approved',
      rawStatus: 'approved',
      disposition: 'settles',
      providerUpdatedAt: new Date(),
      ...changed,
    })
    .execute();
}
