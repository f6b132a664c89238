import type { Kysely } from 'kysely';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { addSettlingPayment } from '../lifecycle/histories/settling-payment.testing.ts';

/** Marks an order as paid, with a refund of one rifa that left its cotas in the order. */
export async function returnMoneyKeepingCotas(
  db: Kysely<DB>,
  { orderId, rifaId, centavos }: { orderId: string; rifaId: string; centavos: number },
): Promise<void> {
  const now = new Date();
  await db
    .updateTable('orders')
    .set({ status: 'paid', paidAt: now, returnedAmount: numericFromCentavos(centavos) })
    .where('id', '=', orderId)
    .execute();
  await addSettlingPayment(db, orderId, {
    refunded: numericFromCentavos(centavos),
    providerUpdatedAt: now,
  });
  const txnKey = `out:sandbox:${orderId}:${centavos}`;
  await db
    .insertInto('ledgerEntries')
    .values([
      { txnKey, createdAt: now, account: `sales:${rifaId}`, amount: numericFromCentavos(centavos) },
      { txnKey, createdAt: now, account: 'mp_receivable', amount: numericFromCentavos(-centavos) },
    ])
    .execute();
}
