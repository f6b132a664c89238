/** Refunds that the provider rejected, until an admin says whether the money was returned by other means. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDeletionBlockers, hasDeletionBlockers } from '../../accounts/privacy/deletion-blockers.ts';
import { findOrderByReference } from '../../orders/reading/find-order.ts';
import { addRifa, checkNumberCounts, line } from '../../orders/orders.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { closeOrder } from '../attempts/ending/close-order.ts';
import { describePayment } from '../describe-payment.ts';
import { comparePayments } from '../monitoring/prove-ledger.queries.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  paidOrder,
  type PaymentsTestbed,
  sendRefunds,
} from '../payments.testing.ts';
import { refundAsAdmin } from '../refunds/refund-as-admin.ts';
import { refundAmount } from '../refunds/refunds.testing.ts';
import { withdrawOrder } from '../refunds/withdraw-order.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { listPaymentsToReview } from './list-payments-to-review.ts';
import { createPaymentsAdminRoutes } from './payments-admin.routes.ts';

let bed: PaymentsTestbed;
let adminId: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  adminId = await bed.buyer();
});
afterAll(() => bed.close());

const financePanel = () =>
  createRouterClient(createPaymentsAdminRoutes(bed.payments), {
    context: testContext(bed.platform, { userId: adminId, role: 'finance' }),
  });
const resolve = (id: string, moneyReturned?: boolean) =>
  financePanel().resolveReview({
    subject: { type: 'refund', id },
    note: 'TED para a conta nova',
    moneyReturned,
  });
const reopen = (refundId: string) => financePanel().reopenRefund({ refundId, note: 'foi engano' });
const withdraw = async ({ externalReference }: { externalReference: string }) =>
  withdrawOrder(bed.payments, (await findOrderByReference(bed.db, externalReference))!);
const rejectRefunds = async (paymentId: string) => {
  await bed.faults({ match: `POST /v1/payments/${paymentId}/refunds`, status: 400 });
  await sendRefunds(bed.context);
  await bed.faults();
};
const refundsOf = async (paymentId: string) =>
  (await bed.refunds(paymentId)).map(({ state }) => state).toSorted();

async function addRejected(options?: Parameters<typeof paidOrder>[1]) {
  const order = await paidOrder(bed, options);
  expect(await withdraw(order)).toEqual({ ok: true });
  await rejectRefunds(order.paymentId);
  const [refund] = await bed.refunds(order.paymentId);
  expect(refund).toMatchObject({ state: 'rejected' });
  return { ...order, refundId: refund!.id };
}

/** A late payment of a cancelled order, whose refund the provider rejected. */
async function addRejectedLate() {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  expect(await closeOrder(bed.context, order.id)).toBe('released');
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', order.rifaId).execute();
  await bed.webhooks(false);
  await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
  await bed.webhooks(true);
  expect(await applySnapshot(bed.context, await bed.read(paymentId), 'check')).toBe('late');
  await rejectRefunds(paymentId);
  const [refund] = await bed.refunds(paymentId);
  expect(refund).toMatchObject({ state: 'rejected', reason: 'late' });
  return { ...order, paymentId, refundId: refund!.id };
}

const readAdvice = async (refundId: string) =>
  (await listPaymentsToReview(bed.platform)).find(({ subject }) => subject?.id === refundId)?.advice;

test.each([true, false])(
  'blocks the deletion of the account until an admin decides, returned: %s',
  async (moneyReturned) => {
    const { userId, refundId } = await addRejectedLate();
    const findBlockers = () => findDeletionBlockers(bed.db, userId, bed.clock.now());
    expect(await findBlockers()).toMatchObject({ refunds: 1 });
    await resolve(refundId, moneyReturned);
    expect(hasDeletionBlockers(await findBlockers())).toBe(false);
  },
);

// @covers beyond: a refund that the provider rejected is recorded as paid by other means, and completes the return
//   [server/payments/review/pay-rejected-refund.ts]
test('completes a rejected withdrawal that was paid by other means', async () => {
  const before = await ledgerBalances(bed);
  const order = await addRejected();
  await resolve(order.refundId, true);
  expect(await bed.status(order.id)).toBe('refunded');
  expect(await bed.refunds(order.paymentId)).toMatchObject([{ state: 'done' }]);
  expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ sold: 0, free: 1_000 });
  expect(await bed.jobs('order-refunded', order.id)).toBe(1);
  const after = await ledgerBalances(bed);
  // The provider still holds the money; the buyer got it from the bank account.
  expect(after.sales ?? 0).toBe(before.sales ?? 0);
  expect(after.bank! - (before.bank ?? 0)).toBe(-1_000);
  expect(after.mp_receivable! - (before.mp_receivable ?? 0)).toBeGreaterThan(900);
  expect(await describePayment(bed.context, order.id)).toMatchObject({
    refundUnderWay: false,
    refundedElsewhere: true,
    returnedCentavos: 1_000,
  });

  // Later reports of the provider, which knows no refund, change nothing.
  const snapshot = await bed.read(order.paymentId);
  for (const later of [0, 1_000]) {
    const updatedAt = new Date(snapshot.updatedAt.getTime() + later);
    await applySnapshot(bed.context, { ...snapshot, updatedAt }, 'check');
  }
  expect(await bed.status(order.id)).toBe('refunded');
  expect(await ledgerBalances(bed)).toEqual(after);
  expect((await listPaymentsToReview(bed.context)).map(({ kind }) => kind)).toEqual([]);
  await expect(bed.db.transaction().execute(comparePayments)).resolves.toMatchObject({ mismatches: [] });
  await expect(resolve(order.refundId, true)).rejects.toMatchObject({ code: 'NOT_FOUND' });

  // The payer's bank takes the money as well: a loss.
  const chargedBack = { state: 'charged_back', rawStatus: 'charged_back' } as const;
  const updatedAt = new Date(snapshot.updatedAt.getTime() + 2_000);
  await applySnapshot(bed.context, { ...snapshot, ...chargedBack, updatedAt }, 'check');
  const lost = await ledgerBalances(bed);
  expect(lost.chargeback_loss! - (after.chargeback_loss ?? 0)).toBe(1_000);
  await expect(bed.db.transaction().execute(comparePayments)).resolves.toMatchObject({ mismatches: [] });
});

test('frees the cotas of a partial refund that was paid by other means', async () => {
  const rifaIds = [await addRifa(bed.db, 100), await addRifa(bed.db, 100)] as const;
  const order = await paidOrder(bed, { lines: rifaIds.map((rifaId) => line(rifaId, 2)) });
  await refundAsAdmin(bed.context, {
    orderId: order.id,
    amountCentavos: null,
    rifaIds: [rifaIds[0]],
    requestId: randomUUID(),
    note: 'pedido da compradora',
    userId: adminId,
  });
  await rejectRefunds(order.paymentId);
  const [refund] = await bed.refunds(order.paymentId);
  await resolve(refund!.id, true);
  expect(await bed.status(order.id)).toBe('paid');
  expect(await checkNumberCounts(bed.db, rifaIds[0])).toMatchObject({ sold: 0, free: 100 });
  expect(await checkNumberCounts(bed.db, rifaIds[1])).toMatchObject({ sold: 2 });
  expect(await bed.jobs('order-partly-refunded', order.id)).toBe(1);
  await expect(bed.db.transaction().execute(comparePayments)).resolves.toMatchObject({ mismatches: [] });

  // The provider refunds the rest.
  expect(await withdraw(order)).toEqual({ ok: true });
  await sendRefunds(bed.context);
  await applySnapshot(bed.context, await bed.read(order.paymentId), 'check');
  expect(await bed.status(order.id)).toBe('refunded');
  await expect(bed.db.transaction().execute(comparePayments)).resolves.toMatchObject({ mismatches: [] });
});

test('lets a buyer withdraw again once an admin says that nothing was returned', async () => {
  const order = await addRejected();
  expect(await describePayment(bed.context, order.id)).toMatchObject({ refundUnderWay: true });
  await withdraw(order);
  expect(await refundsOf(order.paymentId)).toEqual(['rejected']);
  await expect(resolve(order.refundId)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await resolve(order.refundId, false);
  expect(await bed.status(order.id)).toBe('paid');
  expect(await describePayment(bed.context, order.id)).toMatchObject({ refundUnderWay: false });
  expect(await withdraw(order)).toEqual({ ok: true });
  expect(await refundsOf(order.paymentId)).toEqual(['rejected', 'requested']);
  await sendRefunds(bed.context);
  await applySnapshot(bed.context, await bed.read(order.paymentId), 'check');
  expect(await bed.status(order.id)).toBe('refunded');
});

test('decides again about a refund that was marked as not to be returned', async () => {
  const order = await addRejected();
  const { refundId } = order;
  await expect(reopen(refundId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await resolve(refundId, false);
  const reviewed = () => listPaymentsToReview(bed.context);
  expect(await reviewed()).toEqual([]);
  const results = await Promise.allSettled([reopen(refundId), reopen(refundId)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await reviewed()).map(({ subject }) => subject)).toEqual([{ type: 'refund', id: refundId }]);
  expect(await describePayment(bed.context, order.id)).toMatchObject({ refundUnderWay: true });
  await resolve(refundId, true);
  expect(await bed.status(order.id)).toBe('refunded');
  await expect(reopen(refundId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('does not decide again about a refund whose money another refund returned', async () => {
  const order = await addRejected();
  await resolve(order.refundId, false);
  await withdraw(order);
  await expect(reopen(order.refundId)).rejects.toMatchObject({ code: 'REFUND_NOT_RECORDABLE' });
});

test('does not record a refund whose cotas another refund returns', async () => {
  const order = await addRejected();
  await refundAsAdmin(bed.context, {
    orderId: order.id,
    amountCentavos: null,
    requestId: randomUUID(),
    note: 'de novo',
    userId: adminId,
  });
  await expect(resolve(order.refundId, true)).rejects.toMatchObject({ code: 'REFUND_NOT_RECORDABLE' });
  expect(await refundsOf(order.paymentId)).toEqual(['rejected', 'requested']);
});

test('records a refund paid by other means once under concurrent calls', async () => {
  const order = await addRejected();
  const results = await Promise.allSettled([1, 2, 3].map(() => resolve(order.refundId, true)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await bed.status(order.id)).toBe('refunded');
  await expect(bed.db.transaction().execute(comparePayments)).resolves.toMatchObject({ mismatches: [] });
});

test('advises about cotas only if the refund takes them from the order', async () => {
  const withdrawal = await addRejected();
  expect(await readAdvice(withdrawal.refundId)).toContain('as cotas saem do pedido');
  const late = await addRejectedLate();
  expect(await readAdvice(late.refundId)).toContain('Nenhuma cota depende dela.');
  const paid = await paidOrder(bed);
  expect(await refundAmount(bed, paid.id, 100)).toMatchObject({ ok: true });
  await rejectRefunds(paid.paymentId);
  const [ofAmount] = await bed.refunds(paid.paymentId);
  expect(await readAdvice(ofAmount!.id)).toContain('que não tira cotas do pedido');
});
