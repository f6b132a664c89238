/** Cash refunds that were recorded as handed over by mistake. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newsOf } from '../../orders/news/describe-order-news.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { composeOrderMail } from '../../orders/mails/order-mails.ts';
import { selectOrdersById } from '../../orders/reading/order.queries.ts';
import { messageJobs, readMessages } from '../../orders/news/order-messages.testing.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { describePayment } from '../describe-payment.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { readLedger } from '../../ledger/read-ledger.ts';
import { comparePayments } from '../monitoring/prove-ledger.queries.ts';
import { createPaymentsTestbed, ledgerBalances, type PaymentsTestbed } from '../payments.testing.ts';
import { refundAsAdmin } from '../refunds/refund-as-admin.ts';
import { listPaymentsToReview } from '../review/list-payments-to-review.ts';
import { createPaymentsAdminRoutes } from '../review/payments-admin.routes.ts';
import { settleInCash } from './settle-in-cash.ts';

let bed: PaymentsTestbed;
let admin: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  admin = await bed.buyer();
  await bed.db.updateTable('profiles').set({ name: 'Ana Admin' }).where('id', '=', admin).execute();
});
afterAll(() => bed.close());

const clientOf = (role: 'finance' | 'admin') =>
  createRouterClient(createPaymentsAdminRoutes(bed.payments), {
    context: testContext(bed.platform, { userId: admin, role }),
  });

/** Sold for cash, with a refund that waits for its hand-over. @param amountCentavos null for all cotas */
async function addRefundOwedInCash(amountCentavos: number | null = null) {
  const order = await bed.order('pix', { start: false });
  await settleInCash(bed.context, order.id, 'hand-sale');
  const requested = await refundAsAdmin(bed.context, {
    orderId: order.id,
    amountCentavos,
    requestId: randomUUID(),
    note: 'desistiu',
    userId: admin,
  });
  if (!requested.ok) throw new Error(requested.code);
  return { ...order, refundId: requested.refundId };
}

const handOver = (refundId: string, note = 'Ana, recibo 7') =>
  clientOf('finance').resolveReview({ subject: { type: 'refund', id: refundId }, note });
const undo = (refundId: string, handOvers = 1, note = 'Era o pedido de outra pessoa') =>
  clientOf('admin').undoHandOver({ refundId, handOvers, note });
const readReviewItems = async (externalReference: string) =>
  (await listPaymentsToReview(bed.context)).filter((item) => item.externalReference === externalReference);
const historyOf = (externalReference: string) =>
  clientOf('finance').paymentHistory({ search: externalReference });

// @covers beyond: a cash refund recorded as handed over by mistake is undone, and owed again
//   [server/payments/cash/undo-hand-over.ts]
test('owes the money again after the undo, in cash and ledger, until the next hand-over', async () => {
  const order = await addRefundOwedInCash();
  const before = await ledgerBalances(bed);
  await handOver(order.refundId);
  expect(await readReviewItems(order.externalReference)).toEqual([]);
  await undo(order.refundId);

  // The cotas are already returned: only the money is owed.
  expect(await bed.status(order.id)).toBe('refunded');
  expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ sold: 0 });
  expect(await ledgerBalances(bed)).toEqual({
    ...before,
    sales: before.sales! + 1000,
    cash_owed: -1000,
  });
  const [waiting] = await readReviewItems(order.externalReference);
  expect(waiting).toMatchObject({
    kind: 'cash_to_return',
    amountCentavos: 1000,
    buyerName: 'Maria Silva',
    subject: { type: 'refund', id: order.refundId },
  });
  expect(waiting!.advice).toMatch(
    /^Ana Admin desfez a entrega em \d\d\/\d\d\/\d{4}.*: Era o pedido de outra pessoa\. Anotada antes: Ana, recibo 7\. As cotas já saíram .* Este pedido/,
  );
  expect(await describePayment(bed.context, order.id)).toMatchObject({ cashOwedCentavos: 1000 });
  expect(await bed.jobs(orderEvents.handOverUndone.name, order.id)).toBe(1);

  await handOver(order.refundId, 'Maria, recibo 8');
  expect(await readReviewItems(order.externalReference)).toEqual([]);
  expect(await describePayment(bed.context, order.id)).toMatchObject({ cashOwedCentavos: 0 });
  expect(await ledgerBalances(bed)).toEqual({
    ...before,
    sales: before.sales! + 1000,
    cash: before.cash! - 1000,
    cash_owed: 0,
  });
  expect(await bed.jobs(orderEvents.handedOverAgain.name, order.id)).toBe(1);
  const { events, refunds } = await historyOf(order.externalReference);
  expect(
    events.flatMap(({ kind, note, by }) => (/cash_handed|hand_over/.test(kind) ? [{ kind, note, by }] : [])),
  ).toEqual([
    { kind: 'cash_handed_back', note: 'Ana, recibo 7', by: 'Ana Admin' },
    { kind: 'hand_over_undone', note: 'Era o pedido de outra pessoa', by: 'Ana Admin' },
    { kind: 'cash_handed_back', note: 'Maria, recibo 8', by: 'Ana Admin' },
  ]);
  expect(refunds).toMatchObject([{ id: order.refundId, handOvers: 2, isOwedAgain: false }]);
  const logged = await bed.db
    .selectFrom('activityLogs')
    .select(['userId', 'details'])
    .where('action', '=', 'undo-hand-over')
    .where('entityId', '=', order.refundId)
    .execute();
  expect(logged).toMatchObject([{ userId: admin, details: { note: 'Era o pedido de outra pessoa' } }]);
});

test('keeps the ledger balanced when the order is refunded again while cash is owed', async () => {
  const order = await addRefundOwedInCash(400);
  await handOver(order.refundId);
  await undo(order.refundId);
  expect(await bed.status(order.id)).toBe('paid');
  // Same amount as the first refund: the ledger must not treat its transaction as a duplicate.
  const second = await refundAsAdmin(bed.context, {
    orderId: order.id,
    amountCentavos: 400,
    requestId: randomUUID(),
    note: 'mais um pouco',
    userId: admin,
  });
  expect(second).toMatchObject({ ok: true });
  const before = await ledgerBalances(bed);
  await handOver((second as { refundId: string }).refundId);
  await handOver(order.refundId);
  const after = await ledgerBalances(bed);
  expect([after.cash! - before.cash!, after.cash_owed]).toEqual([-800, 0]);
  expect(await historyOf(order.externalReference)).toMatchObject({ refundableCentavos: 200 });
  expect(await readLedger(bed.db)).toMatchObject({ unbalanced: [], strayCentavos: 0, differenceCentavos: 0 });
  expect((await bed.db.transaction().execute(comparePayments)).mismatches).toEqual([]);
});

test('accepts one of several concurrent undos, and one of several concurrent hand-overs', async () => {
  const order = await addRefundOwedInCash();
  await handOver(order.refundId);
  const undone = await Promise.allSettled([1, 2, 3].map(() => undo(order.refundId)));
  expect(undone.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  await expect(undo(order.refundId)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  const handedOver = await Promise.allSettled([1, 2, 3].map(() => handOver(order.refundId)));
  expect(handedOver.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  // Read before the second hand-over.
  await expect(undo(order.refundId)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await undo(order.refundId, 2);
  expect(await ledgerBalances(bed)).toMatchObject({ cash_owed: -1000 });
  await handOver(order.refundId);
});

test('rejects a refund that was not handed over, an unknown one, and the role finance', async () => {
  const order = await addRefundOwedInCash();
  await expect(undo(order.refundId)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await expect(undo(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await handOver(order.refundId);
  await expect(
    clientOf('finance').undoHandOver({ refundId: order.refundId, handOvers: 1, note: 'engano' }),
  ).rejects.toMatchObject({ code: 'NOT_ADMIN' });
});

// @covers beyond: the messages of a manual sale's refund say that the money was handed over
//   [domain/orders/returns/refund-means.ts, server/orders/returns/manual-sales.queries.ts]
test('says that the refund of a manual sale was handed over, as a whole and in part', async () => {
  await bed.platform.jobs.prepare(messageJobs);
  for (const [kind, amount] of [
    ['refunded', null],
    ['partlyRefunded', 400],
  ] as const) {
    const order = await addRefundOwedInCash(amount);
    await handOver(order.refundId);
    const messages = await readMessages(bed, kind, order.id);
    for (const text of Object.values(messages)) {
      expect(text).toContain('em dinheiro, em mãos.');
      expect(text).not.toContain('mesmo meio');
    }
  }
});

test('notifies the buyer of the mistake, and later of the hand-over', async () => {
  const order = await addRefundOwedInCash();
  const stored = (await selectOrdersById(bed.pool, [order.id])).get(order.id)!;
  const mailed = {
    order: stored,
    recipient: { name: 'Maria', email: 'maria@exemplo.com.br' },
    url: 'https://loja.example',
    centavos: 1000,
  };
  const texts = [
    composeOrderMail('handOverUndone', mailed).text,
    newsOf(stored, 'handOverUndone', { centavos: 1000 }).notification!.message,
  ];
  for (const text of texts) expect(text).toMatch(/ainda vai entregar R\$\s10,00/);
  const handedOver = [
    composeOrderMail('handedOverAgain', mailed).text,
    newsOf(stored, 'handedOverAgain', { centavos: 1000 }).notification!.message,
  ];
  for (const text of handedOver) expect(text).toMatch(/R\$\s10,00 .*em mãos/);
});
