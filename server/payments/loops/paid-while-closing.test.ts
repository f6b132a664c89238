/** Charges that are paid while their reservation ends. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { until } from '../payments.testing.ts';
import { createLoopsTestbed, HOLD_SECONDS, type LoopsTestbed } from './loops.testing.ts';

let bed: LoopsTestbed;
beforeAll(async () => {
  bed = await createLoopsTestbed();
});
afterEach(() => bed.stopLoops());
afterAll(() => bed.close());

test('keeps the numbers of a charge that is paid between its read and its cancellation', async () => {
  const rifaId = await bed.rifa(100);
  const paid = await bed.order('pix', { rifaId });
  const unpaid = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(paid.externalReference);
  bed.clock.advance(HOLD_SECONDS);
  await bed.webhooks(false);
  bed.startLoops((provider) => ({
    async cancelPending(id) {
      if (id === paymentId) await bed.transition(id, 'approve');
      return provider.cancelPending(id);
    },
  }));
  await until(async () => (await bed.status(unpaid.id)) === 'cancelled');
  await until(async () => (await bed.status(paid.id)) === 'paid');
  await bed.webhooks(true);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 95, sold: 5 });
});

test('keeps an order paid that a webhook settles while its charge is cancelled', async () => {
  const rifaId = await bed.rifa(100);
  const order = await bed.order('pix', { rifaId });
  const paymentId = await bed.paymentId(order.externalReference);
  bed.clock.advance(HOLD_SECONDS);
  const payments = bed.startLoops((provider) => ({
    async cancelPending(id) {
      const cancelled = await provider.cancelPending(id);
      // The provider is inconsistent: a payment that it has just cancelled was paid.
      await bed.control('POST', `/payments/${id}/approve_after_expiry`);
      await until(async () => (await bed.status(order.id)) === 'paid');
      return cancelled;
    },
  }));
  await until(async () => (await bed.attempt(order.attemptId)).state === 'closed');
  await payments.runDueWork();
  expect(await bed.status(order.id)).toBe('paid');
  expect(await bed.disposition(paymentId)).toBe('settles');
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 95, sold: 5 });
});

test('ends a reservation without a payment under review by one call, and keeps the numbers of a paid one', async () => {
  const rifaId = await bed.rifa(100);
  const paid = await bed.order('pix', { rifaId });
  const unpaid = await bed.order('pix', { rifaId });
  const [paidId, unpaidId] = [
    await bed.paymentId(paid.externalReference),
    await bed.paymentId(unpaid.externalReference),
  ];
  await bed.webhooks(false);
  await bed.transition(paidId, 'approve');
  bed.clock.advance(HOLD_SECONDS);
  // Postpones the regular checks, so that they do not read the charges.
  await bed.db
    .updateTable('paymentAttempts')
    .set({ nextCheckAt: new Date(bed.clock.now().getTime() + 3_600_000) })
    .where('id', 'in', [paid.attemptId, unpaid.attemptId])
    .execute();
  const calls: string[] = [];
  bed.startLoops((provider) => ({
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
  await until(async () => (await bed.status(unpaid.id)) === 'cancelled');
  await until(async () => (await bed.status(paid.id)) === 'paid');
  await bed.webhooks(true);
  expect(calls.filter((call) => call.endsWith(` ${unpaidId}`))).toEqual([`cancel ${unpaidId}`]);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ free: 95, sold: 5 });
});
