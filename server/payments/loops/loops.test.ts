import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import { createPayments, type Payments } from '../payments.ts';
import { createPaymentsTestbed, paidOrder, until, type PaymentsTestbed } from '../payments.testing.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { refundRifa } from '../refunds/refund-rifa.ts';

const HOLD_SECONDS = 15 * 60;

let bed: PaymentsTestbed;
let payments: Payments | undefined;
/** Calls that a test left pending; they would block the shutdown of the loops. */
const heldCalls: (() => void)[] = [];
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterEach(async () => {
  for (const release of heldCalls.splice(0)) release();
  await payments?.stop();
  payments = undefined;
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

/** Starts the loops against a provider that changes some calls of the sandbox. */
function startLoops(changes: (provider: PaymentProvider) => Partial<PaymentProvider>): void {
  const { provider } = bed.context;
  payments = createPayments(bed.platform, { provider: { ...provider, ...changes(provider) } });
  payments.start();
}

/** Orders whose attempts are all due for a check. */
async function ordersToCheck(count: number) {
  const orders: Awaited<ReturnType<PaymentsTestbed['order']>>[] = [];
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

async function latePayment() {
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
  const late = await latePayment();
  const expiring = await bed.order('pix');
  const checked = await ordersToCheck(20);
  await bed.db
    .updateTable('orders')
    .set({ holdExpiresAt: bed.clock.now() })
    .where('id', '=', expiring.id)
    .execute();
  const slow = holdCalls();
  startLoops((provider) => ({
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
  startLoops((provider) => ({
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
  const orders: Awaited<ReturnType<PaymentsTestbed['order']>>[] = [];
  for (let run = 0; run < 40; run++) orders.push(await bed.order('pix'));
  const stuck = await bed.paymentId(orders[0]!.externalReference);
  bed.clock.advance(HOLD_SECONDS);
  const slow = holdCalls();
  startLoops((provider) => ({
    async getPayment(id) {
      if (id === stuck) await slow.hold();
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
  startLoops((provider) => ({
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

test('keeps the numbers of a charge that is paid between its read and its cancellation', async () => {
  const rifaId = await bed.rifa(100);
  const paid = await bed.order('pix', { rifaId });
  const left = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(paid.externalReference);
  bed.clock.advance(HOLD_SECONDS);
  await bed.webhooks(false);
  startLoops((provider) => ({
    async cancelPending(id) {
      if (id === paymentId) await bed.transition(id, 'approve');
      return provider.cancelPending(id);
    },
  }));
  await until(async () => (await bed.status(left.id)) === 'cancelled');
  await until(async () => (await bed.status(paid.id)) === 'paid');
  await bed.webhooks(true);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 95, sold: 5 });
});

test('keeps an order paid that a webhook settles while its charge is cancelled', async () => {
  const rifaId = await bed.rifa(100);
  const order = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(order.externalReference);
  bed.clock.advance(HOLD_SECONDS);
  startLoops((provider) => ({
    async cancelPending(id) {
      const cancelled = await provider.cancelPending(id);
      // The provider is inconsistent: a payment that it has just cancelled was paid.
      await bed.control('POST', `/payments/${id}/approve_after_expiry`);
      await until(async () => (await bed.status(order.id)) === 'paid');
      return cancelled;
    },
  }));
  await until(async () => (await bed.attempt(order.attemptId)).state === 'closed');
  await payments!.runDueWork();
  expect(await bed.status(order.id)).toBe('paid');
  expect(await bed.disposition(paymentId)).toBe('settles');
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 95, sold: 5 });
});

test('ends a reservation without a payment under review by one call, and keeps the numbers of a paid one', async () => {
  const rifaId = await bed.rifa(100);
  const paid = await bed.order('pix', { rifaId });
  const left = await bed.order('pix', { rifaId });
  const [paidId, leftId] = [
    await bed.paymentId(paid.externalReference),
    await bed.paymentId(left.externalReference),
  ];
  await bed.webhooks(false);
  await bed.transition(paidId, 'approve');
  bed.clock.advance(HOLD_SECONDS);
  // Postpones the regular checks, so that they do not read the charges.
  await bed.db
    .updateTable('paymentAttempts')
    .set({ nextCheckAt: new Date(bed.clock.now().getTime() + 3_600_000) })
    .where('id', 'in', [paid.attemptId, left.attemptId])
    .execute();
  const calls: string[] = [];
  startLoops((provider) => ({
    reviewsPayments: false,
    // A search that lags behind.
    findUpdatedPayments: async () => ({ ok: true, value: [] }),
    getPayment(id) {
      calls.push(`read ${id}`);
      return provider.getPayment(id);
    },
    cancelPending(id) {
      calls.push(`cancel ${id}`);
      return provider.cancelPending(id);
    },
  }));
  await until(async () => (await bed.status(left.id)) === 'cancelled');
  await until(async () => (await bed.status(paid.id)) === 'paid');
  await bed.webhooks(true);
  expect(calls.filter((call) => call.endsWith(` ${leftId}`))).toEqual([`cancel ${leftId}`]);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 95, sold: 5 });
});

test('closes each order once in two processes', async () => {
  const orders: Awaited<ReturnType<PaymentsTestbed['order']>>[] = [];
  for (let run = 0; run < 20; run++) orders.push(await bed.order('pix'));
  bed.clock.advance(HOLD_SECONDS);
  const cancelled: string[] = [];
  const counting = (provider: PaymentProvider): Partial<PaymentProvider> => ({
    cancelPending(id) {
      cancelled.push(id);
      return provider.cancelPending(id);
    },
  });
  startLoops(counting);
  const other = createPayments(bed.platform, {
    provider: { ...bed.context.provider, ...counting(bed.context.provider) },
  });
  other.start();
  for (const order of orders) await until(async () => (await bed.status(order.id)) === 'cancelled');
  await other.stop();
  expect(cancelled.toSorted()).toEqual([...new Set(cancelled)].toSorted());
});

test('finds payments with lost webhooks of many orders by one search, without reading each charge', async () => {
  const orders: Awaited<ReturnType<PaymentsTestbed['order']>>[] = [];
  for (let run = 0; run < 12; run++) orders.push(await bed.order('pix'));
  await bed.webhooks(false);
  for (const order of orders.slice(0, 6))
    await bed.transition(await bed.paymentId(order.externalReference), 'approve');
  await bed.webhooks(true);
  const reads: string[] = [];
  let searches = 0;
  startLoops((provider) => ({
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
