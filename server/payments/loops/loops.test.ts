import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import { createPayments } from '../payments.ts';
import { paidOrder, until } from '../payments.testing.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { refundRifa } from '../refunds/cancelled/refund-rifa.ts';
import { createLoopsTestbed, HOLD_SECONDS, type LoopsTestbed } from './loops.testing.ts';

let bed: LoopsTestbed;
/** Calls that a test left pending; they would block the shutdown of the loops. */
const heldCalls: (() => void)[] = [];
beforeAll(async () => {
  bed = await createLoopsTestbed();
});
afterEach(async () => {
  for (const release of heldCalls.splice(0)) release();
  await bed.stopLoops();
});
afterAll(() => bed.close());

/** Makes calls wait until `release`. */
function holdCalls() {
  let waiting = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  heldCalls.push(release);
  return {
    async hold() {
      waiting += 1;
      await released;
    },
    waiting: () => waiting,
    release,
  };
}

/** Adds orders whose attempts are all due for a check. @returns the ids of their payments */
async function addOrdersToCheck(count: number) {
  const orders: Awaited<ReturnType<LoopsTestbed['order']>>[] = [];
  for (let run = 0; run < count; run++) orders.push(await bed.order('pix'));
  await bed.db
    .updateTable('paymentAttempts')
    .set({ nextCheckAt: bed.clock.now() })
    .where(
      'orderId',
      'in',
      orders.map((order) => order.id),
    )
    .execute();
  const ids = await Promise.all(orders.map((order) => bed.paymentId(order.externalReference)));
  return new Set(ids);
}

async function addLatePayment() {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', order.rifaId).execute();
  await bed.db
    .updateTable('orders')
    .set({ holdExpiresAt: bed.clock.now() })
    .where('id', '=', order.id)
    .execute();
  await bed.payments.runDueWork();
  await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
  await until(async () => (await bed.disposition(paymentId)) === 'late');
  return { order, paymentId };
}

test('ends reservations and sends refunds while every check waits for the provider', async () => {
  const late = await addLatePayment();
  const expiring = await bed.order('pix');
  const checked = await addOrdersToCheck(20);
  await bed.db
    .updateTable('orders')
    .set({ holdExpiresAt: bed.clock.now() })
    .where('id', '=', expiring.id)
    .execute();
  const slow = holdCalls();
  bed.startLoops((provider) => ({
    async getPayment(id) {
      if (checked.has(id)) await slow.hold();
      return provider.getPayment(id);
    },
  }));
  await until(async () => (await bed.status(expiring.id)) === 'cancelled');
  await until(async () => (await bed.read(late.paymentId)).state === 'refunded');
  expect(slow.waiting()).toBeGreaterThan(0);
  slow.release();
});

test('ends reservations while the refunds of a cancelled rifa wait for the provider', async () => {
  const rifaId = await bed.rifa();
  for (let run = 0; run < 12; run++) await paidOrder(bed, { rifaId });
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', rifaId).execute();
  await refundRifa(bed.context, rifaId);
  const doneBefore = await bed.db.selectFrom('refunds').selectAll().where('state', '=', 'done').execute();
  const slow = holdCalls();
  bed.startLoops((provider) => ({
    async refund(request, key) {
      await slow.hold();
      return provider.refund(request, key);
    },
  }));
  await until(async () => slow.waiting() > 0);
  const expiring = await bed.order('pix');
  await bed.db
    .updateTable('orders')
    .set({ holdExpiresAt: bed.clock.now() })
    .where('id', '=', expiring.id)
    .execute();
  await until(async () => (await bed.status(expiring.id)) === 'cancelled');
  expect(await bed.db.selectFrom('refunds').selectAll().where('state', '=', 'done').execute()).toHaveLength(
    doneBefore.length,
  );
  slow.release();
});

test('ends other reservations while one charge is slow', async () => {
  const orders: Awaited<ReturnType<LoopsTestbed['order']>>[] = [];
  for (let run = 0; run < 40; run++) orders.push(await bed.order('pix'));
  const slowPaymentId = await bed.paymentId(orders[0]!.externalReference);
  bed.clock.advance(HOLD_SECONDS);
  const slow = holdCalls();
  bed.startLoops((provider) => ({
    async getPayment(id) {
      if (id === slowPaymentId) await slow.hold();
      return provider.getPayment(id);
    },
  }));
  for (const order of orders.slice(1)) await until(async () => (await bed.status(order.id)) === 'cancelled');
  expect(await bed.status(orders[0]!.id)).toBe('pending');
  slow.release();
  await until(async () => (await bed.status(orders[0]!.id)) === 'cancelled');
});

test('runs hundreds of slow calls concurrently', async () => {
  const rifaId = await bed.rifa(2_000);
  const orders = await Promise.all(
    Array.from({ length: 150 }, () => bed.order('pix', { rifaId, quantity: 1 })),
  );
  bed.clock.advance(HOLD_SECONDS);
  const slow = holdCalls();
  bed.startLoops((provider) => ({
    async cancelPending(id) {
      await slow.hold();
      return provider.cancelPending(id);
    },
  }));
  // Waits as long as there is progress.
  for (const order of orders.keys()) await until(async () => slow.waiting() > order);
  slow.release();
  for (const order of orders) await until(async () => (await bed.status(order.id)) === 'cancelled');
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 2_000, reserved: 0 });
});

test('closes each order once in two processes', async () => {
  const orders: Awaited<ReturnType<LoopsTestbed['order']>>[] = [];
  for (let run = 0; run < 20; run++) orders.push(await bed.order('pix'));
  bed.clock.advance(HOLD_SECONDS);
  const cancelled: string[] = [];
  const countCancellations = (provider: PaymentProvider): Partial<PaymentProvider> => ({
    cancelPending(id) {
      cancelled.push(id);
      return provider.cancelPending(id);
    },
  });
  bed.startLoops(countCancellations);
  const otherProcess = createPayments(bed.platform, {
    provider: { ...bed.context.provider, ...countCancellations(bed.context.provider) },
  });
  otherProcess.start();
  for (const order of orders) await until(async () => (await bed.status(order.id)) === 'cancelled');
  await otherProcess.stop();
  expect(cancelled.toSorted()).toEqual([...new Set(cancelled)].toSorted());
});

test('finds payments with lost webhooks of many orders by one search, without reading each charge', async () => {
  const orders: Awaited<ReturnType<LoopsTestbed['order']>>[] = [];
  for (let run = 0; run < 12; run++) orders.push(await bed.order('pix'));
  await bed.webhooks(false);
  for (const order of orders.slice(0, 6))
    await bed.transition(await bed.paymentId(order.externalReference), 'approve');
  await bed.webhooks(true);
  const reads: string[] = [];
  let searches = 0;
  bed.startLoops((provider) => ({
    getPayment(id) {
      reads.push(id);
      return provider.getPayment(id);
    },
    findUpdatedPayments(from, to) {
      searches += 1;
      return provider.findUpdatedPayments(from, to);
    },
  }));
  for (const order of orders.slice(0, 6)) await until(async () => (await bed.status(order.id)) === 'paid');
  const ids = await Promise.all(orders.map((order) => bed.paymentId(order.externalReference)));
  expect(reads.filter((id) => ids.includes(id))).toEqual([]);
  expect(searches).toBe(1);
});
