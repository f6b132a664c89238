/** Refunds the cotas of a cancelled rifa and closes the pending orders that hold some. */
import { endAllotmentsOfRifa } from '../../../orders/stand/end-allotments.ts';
import { closeOrder } from '../../attempts/ending/close-order.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import { returnCotas, returnOfCancelled } from '../return-cotas.ts';

const PAGE_SIZE = 100;

/**
 * Idempotent and safe to rerun after a crash: one refund per order and rifa. Cotas of other rifas stay in the order.
 * @param pageSize orders read at once
 * @returns how many orders were processed
 */
export async function refundRifa(
  context: PaymentsContext,
  rifaId: string,
  pageSize = PAGE_SIZE,
): Promise<number> {
  await endAllotmentsOfRifa(context, rifaId);
  let count = 0;
  for (let after = ''; ;) {
    const orders = await findLiveOrders(context, { rifaId, after, pageSize });
    for (const { id, status } of orders) {
      if (status === 'pending' && (await closeOrder(context, id)) === 'released') continue;
      // Covers a concurrent payment too: a pending one is refunded when its money arrives.
      await returnCotas(context, id, returnOfCancelled(rifaId));
    }
    count += orders.length;
    if (orders.length < pageSize) return count;
    after = orders.at(-1)!.id;
  }
}

interface LiveOrdersPage {
  rifaId: string;
  /** Last order id of the page before; empty for the first page. */
  after: string;
  pageSize: number;
}

function findLiveOrders({ db }: PaymentsContext, { rifaId, after, pageSize }: LiveOrdersPage) {
  return db
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('status', 'in', ['pending', 'paid'])
    .where('id', 'in', (eb) => eb.selectFrom('orderItems').select('orderId').where('rifaId', '=', rifaId))
    .$if(after !== '', (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(pageSize)
    .execute();
}
