import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext } from '../../platform/http/api.testing.ts';
import { createTestRouter, type TestRouter } from '../../composition/router.testing.ts';
import {
  createPaymentsTestbed,
  paidOrder,
  type PaymentsTestbed,
  sendRefunds,
  until,
} from '../payments.testing.ts';

let bed: PaymentsTestbed;
let adminId: string;
let router: TestRouter;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  adminId = await bed.buyer();
  router = createTestRouter(bed);
});
afterAll(() => bed.close());

const clientOf = (caller: { userId?: string; role: 'buyer' | 'support' | 'finance' | 'admin' }) =>
  createRouterClient(router, { context: testContext(bed.platform, caller) });

const refund = (orderId: string, amountCentavos: number | null, requestId: string = randomUUID()) =>
  clientOf({ role: 'admin', userId: adminId }).admin.refundOrder({
    orderId,
    amountCentavos,
    requestId,
    note: 'combinado',
  });

test('rejects callers who are not admins', async () => {
  const { id, externalReference, paymentId } = await paidOrder(bed);
  for (const role of ['buyer', 'support'] as const) {
    const { admin } = clientOf({ role });
    const calls = [
      () => admin.paymentsToReview(),
      () => admin.paymentHistory({ search: externalReference }),
      () => admin.resolveReview({ subject: { type: 'order', id, kind: 'disputed' }, note: 'nada' }),
      () => admin.refundOrder({ orderId: id, amountCentavos: null, requestId: randomUUID(), note: 'nada' }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_ADMIN' });
  }
  expect(await bed.refunds(paymentId)).toEqual([]);
});

test('logs who viewed the buyer of a payment', async () => {
  const { id, paymentId } = await paidOrder(bed);
  const userId = await bed.buyer();
  for (const role of ['finance', 'finance', 'admin'] as const)
    await clientOf({ role, userId }).admin.paymentHistory({ search: paymentId });
  const looks = bed.db.selectFrom('activityLogs').select(['userId', 'action']).where('entityId', '=', id);
  expect((await looks.execute()).filter(({ action }) => action === 'view-order')).toEqual([
    { userId, action: 'view-order' },
  ]);
});

test('refunds once per request and never more than was paid', async () => {
  const { id, externalReference, paymentId } = await paidOrder(bed);
  const requestId = randomUUID();
  const first = await refund(id, 400, requestId);
  expect(await refund(id, 400, requestId)).toEqual(first);
  await expect(refund(id, 601)).rejects.toMatchObject({ code: 'REFUND_TOO_HIGH' });
  await expect(refund(randomUUID(), null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await bed.refunds(paymentId)).toHaveLength(1);

  const history = await clientOf({ role: 'admin' }).admin.paymentHistory({ search: paymentId });
  expect(history).toMatchObject({ externalReference, status: 'paid', refundableCentavos: 600 });
  expect(history.events.at(-1)).toMatchObject({ kind: 'refund_requested', note: 'combinado' });
});

test('shows the affiliate whose commission a refund reduces', async () => {
  const { id, externalReference } = await paidOrder(bed);
  const read = () => clientOf({ role: 'admin' }).admin.paymentHistory({ search: externalReference });
  expect((await read()).affiliateCode).toBeNull();
  const affiliate = { id: randomUUID(), userId: await bed.buyer(), affiliateCode: 'INES0001' };
  await bed.db
    .insertInto('affiliates')
    .values({ ...affiliate, createdAt: bed.clock.now() })
    .execute();
  await bed.db.updateTable('orders').set({ affiliateId: affiliate.id }).where('id', '=', id).execute();
  expect((await read()).affiliateCode).toBe('INES0001');
});

test('shows accepted gifts among the cotas that a refund would return', async () => {
  const { id, paymentId, rifaId, numbers, userId: giverId } = await paidOrder(bed);
  const createdAt = bed.clock.now();
  const gift = { orderId: id, rifaId, giverId, recipientName: 'Bia', createdAt };
  const recipientId = await bed.buyer();
  await bed.db
    .insertInto('cotaGifts')
    .values([
      {
        ...gift,
        id: randomUUID(),
        reference: randomUUID(),
        number: numbers[0]!,
        recipientId,
        claimedAt: createdAt,
      },
      { ...gift, id: randomUUID(), reference: randomUUID(), number: numbers[1]! },
    ])
    .execute();
  const history = await clientOf({ role: 'admin' }).admin.paymentHistory({ search: paymentId });
  expect(history.gifted).toEqual([{ rifaId, quantity: 1 }]);
});

test('shows the returned cotas in the history', async () => {
  const { id, paymentId } = await paidOrder(bed);
  const rifa = await bed.db
    .selectFrom('orderItems')
    .innerJoin('rifas', 'rifas.id', 'orderItems.rifaId')
    .select(['rifas.id', 'rifas.title'])
    .where('orderId', '=', id)
    .executeTakeFirstOrThrow();
  const data = JSON.stringify({ refundId: randomUUID(), cotas: [{ rifaId: rifa.id, numbers: [7, 8] }] });
  await bed.db
    .insertInto('orderEvents')
    .values({ orderId: id, kind: 'cotas_returned', source: 'payment', data })
    .execute();
  const { events } = await clientOf({ role: 'admin' }).admin.paymentHistory({ search: paymentId });
  expect(events.at(-1)).toMatchObject({ kind: 'cotas_returned', note: `2 de ${rifa.title}` });
});

test('lets buyers withdraw only from their own orders, once and in time', async () => {
  const { externalReference, paymentId, userId } = await paidOrder(bed);
  const stranger = clientOf({ role: 'buyer' }).orders.withdraw({ externalReference });
  await expect(stranger).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const buyer = clientOf({ role: 'buyer', userId });
  await Promise.all([1, 2].map(() => buyer.orders.withdraw({ externalReference })));
  expect(await bed.refunds(paymentId)).toMatchObject([{ amount: '10.00', reason: 'withdrawal' }]);
  expect(await buyer.orders.page({ externalReference })).toMatchObject({ refundUnderWay: true, paymentId });
});

test('offers and shows the remaining amount after a refund without cotas', async () => {
  const { id, externalReference, paymentId, userId } = await paidOrder(bed);
  await refund(id, 100);
  await sendRefunds(bed.context);
  await until(async () => (await bed.read(paymentId)).refundedCentavos === 100);
  await bed.payments.runDueWork();
  expect(await clientOf({ role: 'buyer', userId }).orders.page({ externalReference })).toMatchObject({
    returnedCentavos: 100,
    withdrawal: { centavos: 900 },
  });
});

test('offers no withdrawal during a dispute', async () => {
  const { externalReference, paymentId, userId } = await paidOrder(bed);
  const page = () => clientOf({ role: 'buyer', userId }).orders.page({ externalReference });
  expect(await page()).toMatchObject({ isDisputed: false, withdrawal: { centavos: 1000 } });
  await bed.transition(paymentId, 'mediation');
  await until(async () => (await page()).isDisputed);
  expect(await page()).toMatchObject({ status: 'paid', withdrawal: null });
});
