import type { Kysely } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';

/** Marks an order as paid, of which money of one rifa went back while its cotas stayed. */
export async function returnMoneyKeepingCotas(
  db: Kysely<DB>,
  { orderId, rifaId, centavos }: { orderId: string; rifaId: string; centavos: number },
): Promise<void> {
  const now = new Date();
  const { totalAmount } = await db
    .updateTable('orders')
    .set({ status: 'paid', paidAt: now, returnedAmount: numericFromCentavos(centavos) })
    .where('id', '=', orderId)
    .returning('totalAmount')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('providerPayments')
    .values({
      provider: 'sandbox',
      paymentId: orderId,
      orderId,
      amount: totalAmount,
      refunded: numericFromCentavos(centavos),
      currency: 'BRL',
      state: 'approved',
      rawStatus: 'approved',
      disposition: 'settles',
      providerUpdatedAt: now,
    })
    .execute();
  const txnKey = `out:sandbox:${orderId}:${centavos}`;
  await db
    .insertInto('ledgerEntries')
    .values([
      { txnKey, createdAt: now, account: `sales:${rifaId}`, amount: numericFromCentavos(centavos) },
      { txnKey, createdAt: now, account: 'mp_receivable', amount: numericFromCentavos(-centavos) },
    ])
    .execute();
}
