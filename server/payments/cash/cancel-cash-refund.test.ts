/** Cash refunds that are cancelled before their hand-over. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { readPaidLines } from '../../orders/returns/returned-cotas.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { describePayment } from '../describe-payment.ts';
import { comparePayments } from '../monitoring/prove-ledger.queries.ts';
import { createPaymentsTestbed, ledgerBalances, type PaymentsTestbed } from '../payments.testing.ts';
import { refundAsAdmin } from '../refunds/refund-as-admin.ts';
import { listPaymentsToReview } from '../review/list-payments-to-review.ts';
import { createPaymentsAdminRoutes } from '../review/payments-admin.routes.ts';
import { withdrawOrder } from '../refunds/withdraw-order.ts';
import { settleInCash } from './settle-in-cash.ts';

let bed: PaymentsTestbed;
let admin: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  admin = await bed.buyer();
});
afterAll(() => bed.close());

const panel = () =>
  createRouterClient(createPaymentsAdminRoutes(bed.payments), {
    context: testContext(bed.platform, { userId: admin, role: 'finance' }),
  });
const requestRefund = async (orderId: string, amountCentavos: number | null) => {
  const requested = await refundAsAdmin(bed.context, {
    orderId,
    amountCentavos,
    requestId: randomUUID(),
    note: 'desistiu',
    userId: admin,
  });
  if (!requested.ok) throw new Error(requested.code);
  return requested.refundId;
};
async function addWaitingRefund(amountCentavos: number | null = null) {
  const order = await bed.order('pix', { start: false });
  await settleInCash(bed.context, order.id, 'hand-sale');
  return { ...order, refundId: await requestRefund(order.id, amountCentavos) };
}
const cancel = (refundId: string) => panel().cancelCashRefund({ refundId, note: 'Ana fica com as cotas' });
const handOver = (refundId: string) =>
  panel().resolveReview({ subject: { type: 'refund', id: refundId }, note: 'recibo 7' });
const readReviewItems = async (externalReference: string) =>
  (await listPaymentsToReview(bed.context)).filter((item) => item.externalReference === externalReference);

// @covers beyond: a cash refund that waits for its hand-over is cancelled, and the buyer keeps her cotas
//   [server/payments/cash/cancel-cash-refund.ts]
test('restores the order to its state before the refund, which may be requested again', async () => {
  for (const amount of [null, 400]) {
    const order = await addWaitingRefund(amount);
    const before = await ledgerBalances(bed);
    expect(await readReviewItems(order.externalReference)).toHaveLength(1);
    await cancel(order.refundId);
    expect(await readReviewItems(order.externalReference)).toEqual([]);
    expect(await bed.status(order.id)).toBe('paid');
    expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ sold: 5 });
    expect((await readPaidLines(bed.db, order.id))[0]!.held).toHaveLength(5);
    expect(await describePayment(bed.context, order.id)).toMatchObject({ refundUnderWay: false });
    expect(await ledgerBalances(bed)).toEqual(before);
    const sent = await bed.db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', order.userId)
      .execute();
    expect(sent).toEqual([{ title: 'A devolução foi cancelada' }]);
    await handOver(await requestRefund(order.id, null));
    expect(await bed.status(order.id)).toBe('refunded');
    expect((await bed.db.transaction().execute(comparePayments)).mismatches).toEqual([]);
  }
});

test('applies one of a concurrent cancellation and hand-over', async () => {
  const order = await addWaitingRefund();
  const done = await Promise.allSettled([
    cancel(order.refundId),
    handOver(order.refundId),
    cancel(order.refundId),
  ]);
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await bed.status(order.id)).toBe(done[1].status === 'fulfilled' ? 'refunded' : 'paid');
  await expect(cancel(order.refundId)).rejects.toMatchObject({ code: 'CASH_REFUND_FINAL' });
});

test('rejects a cancellation once the rifa was cancelled or a list was frozen without the cotas', async () => {
  const [cancelled, leftOut] = [await addWaitingRefund(), await addWaitingRefund()];
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', cancelled.rifaId).execute();
  await bed.db
    .insertInto('drawLists')
    .values({
      rifaId: leftOut.rifaId,
      frozenAt: bed.clock.now(),
      bytes: 0,
      excludedNumbers: 5,
      listHash: '0'.repeat(64),
      merkleRoot: '0'.repeat(64),
      soldNumbers: 0,
      totalNumbers: 1000,
    })
    .execute();
  await bed.db
    .insertInto('drawListExclusions')
    .values({
      rifaId: leftOut.rifaId,
      orderId: leftOut.id,
      lineNo: 1,
      numbers: leftOut.numbers,
      reason: 'refund',
    })
    .execute();
  for (const { refundId, externalReference } of [cancelled, leftOut]) {
    await expect(cancel(refundId)).rejects.toMatchObject({ code: 'CASH_REFUND_FINAL' });
    expect(await readReviewItems(externalReference)).toHaveLength(1);
  }
  await expect(cancel(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('lets a buyer withdraw again after the shop cancelled the refund of a withdrawal', async () => {
  const order = await bed.order('pix', { start: false });
  await settleInCash(bed.context, order.id, 'hand-sale');
  const withdraw = async () => {
    const stored = await findOrderByReference(bed.db, order.externalReference);
    expect(await withdrawOrder(bed.payments, stored!)).toEqual({ ok: true });
    const rows = await bed.db
      .selectFrom('refunds')
      .select('id')
      .where('paymentId', '=', order.id)
      .where('state', '=', 'requested')
      .execute();
    return rows.map(({ id }) => id);
  };
  for (let times = 0; times < 2; times++) {
    await withdraw();
    const waiting = await withdraw();
    expect(waiting).toHaveLength(1);
    await cancel(waiting[0]!);
  }
  const [last] = await withdraw();
  await handOver(last!);
  expect(await bed.status(order.id)).toBe('refunded');
  expect((await bed.db.transaction().execute(comparePayments)).mismatches).toEqual([]);
});

test('rejects the cancellation of an amount that a later withdrawal of all cotas includes', async () => {
  const order = await addWaitingRefund(300);
  const stored = await findOrderByReference(bed.db, order.externalReference);
  expect(await withdrawOrder(bed.payments, stored!)).toEqual({ ok: true });
  const [withdrawal] = await bed.db
    .selectFrom('refunds')
    .select(['id', 'amount'])
    .where('paymentId', '=', order.id)
    .where('reason', '=', 'withdrawal')
    .execute();
  expect(withdrawal!.amount).toBe('7.00');
  await expect(cancel(order.refundId)).rejects.toMatchObject({ code: 'CASH_REFUND_FINAL' });
  await handOver(withdrawal!.id);
  await handOver(order.refundId);
  expect(await bed.status(order.id)).toBe('refunded');
  expect((await bed.db.transaction().execute(comparePayments)).mismatches).toEqual([]);
});
