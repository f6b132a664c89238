import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkNumberCounts } from '../../../orders/orders.testing.ts';
import { expireOrders } from '../../../orders/lifecycle/expire-orders.ts';
import { claimClosingOrders, renewClosingLeases } from './closing-orders.ts';
import { closeOrder } from './close-order.ts';
import { createUnpaidOrderEnder } from './end-unpaid-orders.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  until,
  type PaymentsTestbed,
  processWebhooks,
} from '../../payments.testing.ts';

const HOLD_SECONDS = 15 * 60;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ timeoutMs: 2_000 });
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.faults();
  // Lets the circuit breaker close again after earlier failures.
  bed.clock.advance(60);
});

const addPendingPix = async () => {
  const order = await bed.order('pix');
  return { order, paymentId: await bed.paymentId(order.externalReference) };
};
const approveAnyway = (paymentId: string) =>
  bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);

describe('the end of the hold', () => {
  test('makes the charge unpayable before it releases the numbers', async () => {
    const { order, paymentId } = await addPendingPix();
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(HOLD_SECONDS);
    await bed.payments.runDueWork();
    expect(await bed.read(paymentId)).toMatchObject({ state: 'cancelled', rawDetail: 'by_collector' });
    expect(await bed.status(order.id)).toBe('cancelled');
    expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ free: 1000 });
    expect(await bed.jobs('order-cancelled', order.id)).toBe(1);
  });

  test('is taken over within ten seconds from a crashed worker', async () => {
    const { order } = await addPendingPix();
    bed.clock.advance(HOLD_SECONDS);
    await expireOrders(bed.context, async () => undefined);
    const dead = await claimClosingOrders(bed.context, 1);
    expect(dead).toEqual([order.id]);
    bed.clock.advance(7);
    await renewClosingLeases(bed.context, dead);
    bed.clock.advance(7);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(3);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('cancelled');
  });

  test('releases nothing again for a worker that resumes after the order was abandoned', async () => {
    const { order } = await addPendingPix();
    const { provider } = bed.context;
    const endOrder = createUnpaidOrderEnder({
      ...bed.context,
      provider: {
        ...provider,
        async cancelPending(id) {
          const cancelled = await provider.cancelPending(id);
          await bed.faults({ status: 503 });
          bed.clock.advance(45 * 60);
          expect(await closeOrder(bed.context, order.id)).toBe('released');
          return cancelled;
        },
      },
    });
    bed.clock.advance(HOLD_SECONDS);
    await expireOrders(bed.context, async () => undefined);
    expect(await endOrder(order.id)).toBe(false);
    expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ free: 1000 });
    expect(await bed.jobs('order-cancelled', order.id)).toBe(1);
  });

  test('notifies the buyer even if no attempt was open', async () => {
    const order = await bed.order('pix');
    await bed.db.deleteFrom('paymentAttempts').where('orderId', '=', order.id).execute();
    await bed.db.deleteFrom('providerPayments').where('orderId', '=', order.id).execute();
    bed.clock.advance(HOLD_SECONDS);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('cancelled');
    expect(await bed.jobs('order-cancelled', order.id)).toBe(1);
  });

  test('finds a payment without a webhook', async () => {
    const { order, paymentId } = await addPendingPix();
    await bed.webhooks(false);
    await bed.transition(paymentId, 'approve');
    await bed.webhooks(true);
    expect(await closeOrder(bed.context, order.id)).toBe('paid');
    expect(await bed.status(order.id)).toBe('paid');
  });

  test('finds a hosted checkout’s payment while the provider’s search lags', async () => {
    const order = await bed.order('hosted');
    const { providerRef } = await bed.attempt(order.attemptId);
    await bed.webhooks(false);
    await bed.control('PUT', '/faults', { search_lag_ms: 3_600_000 });
    await bed.control('POST', `/preferences/${providerRef}/pay_twice`);
    await bed.webhooks(true);
    expect(await closeOrder(bed.context, order.id)).toBe('paid');
    await bed.control('PUT', '/faults', { search_lag_ms: 0 });
    expect(await bed.status(order.id)).toBe('paid');
  });

  test('keeps the numbers for a limited time while the provider is unreachable', async () => {
    const { order } = await addPendingPix();
    bed.clock.advance(HOLD_SECONDS);
    await bed.faults({ status: 503 });
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(30 * 60);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(15 * 60);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('cancelled');
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'closing' });
    await bed.faults();
  });

  test('releases no numbers while their Pix may be payable at an unreachable provider', async () => {
    const { order } = await addPendingPix();
    bed.clock.advance(HOLD_SECONDS);
    await bed.faults({ status: 503 });
    expect(await closeOrder(bed.context, order.id)).toBe('waiting');
    expect(await bed.status(order.id)).toBe('pending');
    // By then every Pix has expired.
    bed.clock.advance(45 * 60);
    expect(await closeOrder(bed.context, order.id)).toBe('released');
    await bed.faults();
  });

  test('waits for a payment under review', async () => {
    const { order, paymentId } = await addPendingPix();
    await bed.transition(paymentId, 'in_process');
    bed.clock.advance(HOLD_SECONDS + 3_600);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('pending');
    await bed.transition(paymentId, 'approve');
    await until(async () => (await bed.status(order.id)) === 'paid');
  });

  test('waits at most a day for a review, and treats its payment as late afterwards', async () => {
    const { order, paymentId } = await addPendingPix();
    await bed.transition(paymentId, 'in_process');
    bed.clock.advance(HOLD_SECONDS + 24 * 3_600 - 60);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(180);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('cancelled');
    await bed.transition(paymentId, 'approve');
    await until(async () => (await bed.status(order.id)) === 'paid');
    expect(await bed.disposition(paymentId)).toBe('settles');
  });

  test('closes a hosted checkout, whose page then accepts no payment', async () => {
    const order = await bed.order('hosted');
    const { url } = await bed.attempt(order.attemptId);
    await closeOrder(bed.context, order.id);
    expect((await fetch(url!)).status).toBe(410);
    const page = new URL(url!);
    const body = new URLSearchParams({ pref_id: page.searchParams.get('pref_id')! });
    expect((await fetch(page.origin + page.pathname, { method: 'POST', body })).status).toBe(410);
    expect(await bed.status(order.id)).toBe('cancelled');
  });

  test('fails an order whose last payment was rejected', async () => {
    const { order, paymentId } = await addPendingPix();
    await bed.transition(paymentId, 'reject');
    await until(async () => (await bed.attempt(order.attemptId)).state === 'closed');
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(HOLD_SECONDS);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('failed');
  });

  test('either settles or refunds a concurrent payment, never both', async () => {
    const races = await Promise.all(Array.from({ length: 24 }, addPendingPix));
    await Promise.all(
      races.flatMap(({ order, paymentId }) => [
        bed.transition(paymentId, 'approve'),
        closeOrder(bed.context, order.id),
      ]),
    );
    await processWebhooks(bed.context);
    await bed.payments.runDueWork();
    for (const { order, paymentId } of races) {
      const end = (await bed.read(paymentId)).state === 'approved' ? 'paid' : 'cancelled';
      // The payment's webhook may still be in flight.
      await expect.poll(() => bed.status(order.id), { timeout: 15_000 }).toBe(end);
      await checkNumberCounts(bed.db, order.rifaId);
    }
  });
});

describe('late money', () => {
  test('is found by later checks without a webhook', async () => {
    const { order, paymentId } = await addPendingPix();
    await closeOrder(bed.context, order.id);
    await bed.webhooks(false);
    await approveAnyway(paymentId);
    await bed.webhooks(true);
    bed.clock.advance(301);
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('paid');
  });

  test.each([
    ['sales have ended', () => ({ status: 'closed' })],
    ['the draw is over', () => ({ drawDate: new Date(bed.clock.now().getTime() - 1_000) })],
  ])('is refunded when %s', async (_name, change) => {
    const { order, paymentId } = await addPendingPix();
    await closeOrder(bed.context, order.id);
    await bed.db.updateTable('rifas').set(change()).where('id', '=', order.rifaId).execute();
    await approveAnyway(paymentId);
    await until(async () => (await bed.disposition(paymentId)) === 'late');
    await bed.payments.runDueWork();
    expect((await bed.read(paymentId)).state).toBe('refunded');
    expect(await bed.status(order.id)).toBe('cancelled');
    expect(await bed.jobs('payment-returned', order.id)).toBe(1);
  });

  test('and a concurrent new buyer of the same numbers leave each number with one owner', async () => {
    const rifaId = await bed.rifa(10);
    for (let round = 0; round < 5; round++) {
      const first = await bed.order('pix', { rifaId, quantity: 10 });
      const paymentId = await bed.paymentId(first.externalReference);
      await closeOrder(bed.context, first.id);
      const [second] = await Promise.allSettled([
        bed.order('pix', { rifaId, quantity: 10 }),
        approveAnyway(paymentId),
      ]);
      await until(async () => ['late', 'settles'].includes((await bed.disposition(paymentId)) ?? ''));
      await bed.payments.runDueWork();
      await checkNumberCounts(bed.db, rifaId);
      const isFirstPaid = (await bed.status(first.id)) === 'paid';
      expect(second.status).toBe(isFirstPaid ? 'rejected' : 'fulfilled');
      if (second.status === 'fulfilled') await closeOrder(bed.context, second.value.id);
      else break;
    }
  });

  test('leaves the ledger balanced and the buyers’ account at zero', async () => {
    await bed.payments.runDueWork();
    expect((await ledgerBalances(bed)).customer_funds).toBe(0);
  });
});

describe('a failed payment', () => {
  test('keeps the order open, payable in the same checkout', async () => {
    const order = await bed.order('hosted');
    const { providerRef } = await bed.attempt(order.attemptId);
    const page = new URL((await bed.attempt(order.attemptId)).url!);
    const pay = async () => {
      const body = new URLSearchParams({ pref_id: providerRef! });
      await fetch(page.origin + page.pathname, { method: 'POST', body, redirect: 'manual' });
      return bed.paymentId(order.externalReference);
    };
    const rejected = await pay();
    await bed.transition(rejected, 'reject');
    await until(async () => (await bed.disposition(rejected)) === 'open');
    expect(await bed.status(order.id)).toBe('pending');
    const approved = await pay();
    expect(approved).not.toBe(rejected);
    await bed.transition(approved, 'approve', { method: 'account_money' });
    await until(async () => (await bed.status(order.id)) === 'paid');
  });
});
