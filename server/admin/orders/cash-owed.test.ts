/** An undone hand-over of cash, in every list that shows the state of its order. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { orderLabel, type ShownOrderState } from '@mare/domain/orders/order-label.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { selectOrder } from '../../orders/reading/order.queries.ts';
import { pageOfOrders } from '../../orders/own/page-of-orders.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { settleInCash } from '../../payments/cash/settle-in-cash.ts';
import { describePayment } from '../../payments/describe-payment.ts';
import { refundAsAdmin } from '../../payments/refunds/refund-as-admin.ts';
import { createPaymentsAdminRoutes } from '../../payments/review/payments-admin.routes.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { findBuyers } from '../../rifas/management/find-buyers.ts';
import { selectRecentOrders } from '../admin.queries.ts';
import { exportList } from '../exports/export-lists.ts';
import { movementList } from '../exports/movement-list.ts';
import { readPerson } from '../people/read-person.ts';
import { searchPanel } from '../search/search-panel.ts';
import { listOrders } from './list-orders.ts';
import { readOrder } from './read-order.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** Sold and refunded in cash, and noted as handed over by mistake. */
async function addOrderOwingCash() {
  const order = await bed.order('pix', { start: false });
  await settleInCash(bed.context, order.id, 'hand-sale');
  const userId = await bed.buyer();
  const requested = await refundAsAdmin(bed.context, {
    orderId: order.id,
    amountCentavos: null,
    requestId: randomUUID(),
    note: 'desistiu',
    userId,
  });
  if (!requested.ok) throw new Error(requested.code);
  const { refundId } = requested;
  const routes = createRouterClient(createPaymentsAdminRoutes(bed.payments), {
    context: testContext(bed.platform, { userId, role: 'admin' }),
  });
  const handOver = () =>
    routes.resolveReview({ subject: { type: 'refund', id: refundId }, note: 'recibo 7' });
  await handOver();
  await routes.undoHandOver({ refundId, handOvers: 1, note: 'era outra pessoa' });
  return { ...order, handOver };
}

async function joinParts(parts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const part of parts) text += part;
  return text;
}

// @covers beyond: lists, exports and search name an order whose cash is owed again as its page does
//   [server/orders/reading/cash-owed.ts, domain/orders/order-label.ts]
test('every list and export shows the same state as the order page, while the cash is owed and afterwards', async () => {
  const order = await addOrderOwingCash();
  const { id, externalReference, rifaId } = order;
  const orders = orderFilters.parse({ search: externalReference });
  const today = dateInMaceio(bed.clock.now());
  const period = { from: today, to: today };
  const readStates = async () => {
    const now = bed.clock.now();
    const found: Record<string, ShownOrderState | undefined> = {
      own: (await pageOfOrders(bed.platform, [order.userId], undefined)).orders[0],
      panel: (await listOrders(bed.db, orders, true)).rows[0],
      order: (await readOrder(bed.db, id, true))!,
      recent: (await selectRecentOrders(bed.db, 20)).find((recent) => recent.id === id),
      person: (await readPerson(bed.db, order.userId, now))!.orders[0],
      buyers: (await findBuyers(bed.db, { id: rifaId, search: '', page: 1 })).rows[0],
    };
    const stored = (await selectOrder(bed.db, { id }))!;
    const { cashOwedCentavos } = await describePayment(bed.context, id);
    expect(stored.cashOwedCentavos).toBe(cashOwedCentavos);
    const cells = await movementList.read(bed.db, null, { period });
    return {
      page: orderLabel({ status: stored.status, cashOwedCentavos }),
      ...Object.fromEntries(Object.entries(found).map(([name, state]) => [name, state && orderLabel(state)])),
      search: (await searchPanel(bed.db, externalReference, 'admin'))[0]!.state,
      exported: /Devolução em andamento|Reembolsado/.exec(
        await joinParts(exportList(bed.db, 'pedidos', { orders })),
      )?.[0],
      exportedBuyers: /Devolução em andamento|Reembolsado/.exec(
        await joinParts(exportList(bed.db, 'compradores', { rifaId })),
      )?.[0],
      movements: cells.rows.find(([, reference]) => reference === externalReference)?.[4],
    };
  };
  const before = await readStates();
  const everywhere = (label: string) => Object.fromEntries(Object.keys(before).map((name) => [name, label]));
  expect(before).toEqual(everywhere('Devolução em andamento'));
  await order.handOver();
  expect(await readStates()).toEqual(everywhere('Reembolsado'));
});
