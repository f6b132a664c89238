/** Frees returned cotas once their refund is made. The rest of the order does not change. */
import { totalQuantity } from '@mare/domain/orders/total-quantity.ts';
import { sql, type Transaction } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { subtractSpent } from '../../accounts/profile/buyer-totals.ts';
import { endGiftsOfCotas } from '../gifts/end-gifts.ts';
import { lockOrder } from '../lifecycle/lock-order.ts';
import { recordOrderEvent } from '../lifecycle/update-order.ts';
import { recount, releaseNumbers } from '../numbers/order-numbers.queries.ts';
import { releaseCotasOfShare } from '../reservation/shares.queries.ts';

/**
 * Runs in the transaction that records the refund as made, under the order's lock. Idempotent. Changes nothing if the
 * order's last cotas are returned: `releaseOrder` ends it when the payment reports the full refund.
 * @returns whether cotas were freed
 */
export async function releaseReturned(
  trx: Transaction<DB>,
  orderId: string,
  refundId: string,
): Promise<boolean> {
  const order = await lockOrder(trx, orderId);
  const returned = await trx
    .selectFrom('returnedCotas')
    .selectAll()
    .where('refundId', '=', refundId)
    .where('releasedAt', 'is', null)
    .where('sealed', '=', false)
    .orderBy('lineNo')
    .execute();
  if (order.status !== 'paid' || returned.length === 0) return false;
  const items = await trx
    .selectFrom('orderItems')
    .select(['lineNo', 'rifaId', 'quantity', 'totalAmount', 'selectedNumbers'])
    .where('orderId', '=', orderId)
    .execute();
  const cotas = returned.reduce((sum, { numbers }) => sum + numbers.length, 0);
  if (totalQuantity(items) === cotas) return false;
  for (const { lineNo, rifaId, numbers, value } of returned) {
    const item = items.find((line) => line.lineNo === lineNo)!;
    const keptNumbers = item.selectedNumbers.filter((number) => !numbers.includes(number));
    const line = { orderId, lineNo };
    if (keptNumbers.length === 0) await deleteLine(trx, line);
    else
      await trx
        .updateTable('orderItems')
        .set({
          selectedNumbers: keptNumbers,
          quantity: keptNumbers.length,
          // The price is spread over all cotas of the line, including bonus cotas.
          bonusQuantity: 0,
          totalAmount: numericFromCentavos(
            centavosFromNumeric(item.totalAmount) - centavosFromNumeric(value),
          ),
        })
        .where('orderId', '=', orderId)
        .where('lineNo', '=', lineNo)
        .execute();
    await endGiftsOfCotas(trx, { orderId, rifaId, numbers });
  }
  const amount = numericFromCentavos(
    returned.reduce((sum, cota) => sum + centavosFromNumeric(cota.amount), 0),
  );
  await trx
    .updateTable('orders')
    .set((eb) => ({ returnedAmount: eb('returnedAmount', '+', amount), updatedAt: sql<Date>`now()` }))
    .where('id', '=', orderId)
    .execute();
  await trx
    .updateTable('returnedCotas')
    .set({ releasedAt: sql<Date>`now()` })
    .where('refundId', '=', refundId)
    .execute();
  await recordOrderEvent(trx, orderId, 'cotas_returned', 'payment', {
    refundId,
    cotas: returned.map(({ rifaId, numbers }) => ({ rifaId, numbers })),
  });
  await releaseNumbers(trx, returned);
  await subtractSpent(trx, order.userId, amount);
  await releaseCotasOfShare(trx, order.userId, returned);
  await recount(trx, returned, 'paid', 'refunded');
  return true;
}

async function deleteLine(
  trx: Transaction<DB>,
  { orderId, lineNo }: { orderId: string; lineNo: number },
): Promise<void> {
  await trx.deleteFrom('orderItems').where('orderId', '=', orderId).where('lineNo', '=', lineNo).execute();
}
