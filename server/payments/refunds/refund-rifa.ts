/** A cancelled rifa gives everybody's money back: paid orders are refunded, waiting ones closed. */
import { closeOrder } from '../attempts/ending/close-order.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { requestRefund } from './request-refund.ts';

const PAGE = 100;

/**
 * May be run again, after a crash too: the same order and reason is one refund. An order over several rifas is refunded
 * whole, since its numbers were sold in one purchase.
 * @returns how many orders were dealt with
 */
export async function refundRifa(context: PaymentsContext, rifaId: string): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const orders = await findLiveOrders(context, rifaId, after);
    for (const { id, status } of orders) {
      if (status === 'pending' && (await closeOrder(context, id)) === 'released') continue;
      // Also what was paid in this very moment; what still waits for the provider is refunded when its money comes.
      await requestRefund(context, {
        orderId: id,
        reason: 'rifa_cancelled',
        amountCentavos: null,
        source: 'rifa_cancelled',
      });
    }
    count += orders.length;
    if (orders.length < PAGE) return count;
    after = orders.at(-1)!.id;
  }
}

function findLiveOrders({ db }: PaymentsContext, rifaId: string, after: string) {
  return db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('status', 'in', ['pending', 'paid'])
    .where('id', 'in', (eb) => eb.selectFrom('orderItems').select('orderId').where('rifaId', '=', rifaId))
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(PAGE)
    .execute();
}
