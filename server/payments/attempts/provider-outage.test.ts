/** Background work waits while a provider does not respond, and abandons nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentLoops } from '../loops/payment-loops.ts';
import type { PaymentProvider } from '../providers/payment-provider.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments.testing.ts';
import { enqueueHint } from '../webhooks/receive-webhook.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

const failed = async () => ({ ok: false, error: { kind: 'unavailable', retryAfterSeconds: null } }) as const;

/** The loops of a provider that fails every read. @param isKnown whether its circuit breaker is open */
function createLoopsInOutage({ isKnown }: { isKnown: boolean }) {
  const provider: PaymentProvider = {
    ...bed.context.provider,
    isAvailable: () => !isKnown,
    getPayment: failed,
    findPayments: failed,
    findUpdatedPayments: failed,
    readHinted: failed,
    cancelPending: failed,
  };
  return createPaymentLoops({ ...bed.context, provider, otherProviders: [] });
}

/** A charge of an order whose reservation has ended. */
async function addEndedCharge() {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  bed.clock.advance(15 * 60);
  await bed.payments.runDueWork();
  expect(await bed.status(order.id)).toBe('cancelled');
  return { ...order, paymentId };
}

test('finds a late payment although all checks after the end failed', async () => {
  const { attemptId, paymentId } = await addEndedCharge();
  const { checks } = createLoopsInOutage({ isKnown: false });
  for (const seconds of [300, 3_600, 21_600, 86_400, 259_200, 259_200]) {
    bed.clock.advance(seconds);
    await checks.drain();
  }
  await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
  bed.clock.advance(300);
  const searched = { ...bed.context.provider, findUpdatedPayments: failed };
  await createPaymentLoops({ ...bed.context, provider: searched, otherProviders: [] }).checks.drain();
  expect((await bed.attempt(attemptId)).checks).toBe(1);
  expect(await bed.disposition(paymentId)).not.toBe('open');
});

test('checks wait while the circuit breaker is open', async () => {
  const { attemptId } = await addEndedCharge();
  bed.clock.advance(300);
  const { nextCheckAt } = await bed.attempt(attemptId);
  await createLoopsInOutage({ isKnown: true }).checks.drain();
  expect(await bed.attempt(attemptId)).toMatchObject({ nextCheckAt });
});

test('webhooks wait while the circuit breaker is open, without a failed try and its backoff', async () => {
  const { paymentId } = await addEndedCharge();
  await enqueueHint(bed.context, {
    provider: 'sandbox',
    topic: 'payment',
    resourceId: paymentId,
    trust: 'verified',
  });
  const { hints } = createLoopsInOutage({ isKnown: true });
  for (let times = 0; times < 3; times++) {
    await hints.drain();
    bed.clock.advance(60);
  }
  await createPaymentLoops(bed.context).hints.drain();
  const hint = await bed.db
    .selectFrom('webhookInbox')
    .select(['status', 'attempts'])
    .where('resourceId', '=', paymentId)
    .executeTakeFirstOrThrow();
  expect(hint).toEqual({ status: 'done', attempts: 1 });
});

test('releases a reservation that ended in an outage as soon as the provider responds again', async () => {
  const order = await bed.order('pix');
  bed.clock.advance(15 * 60);
  await createLoopsInOutage({ isKnown: false }).expiry.drain();
  for (let times = 0; times < 5; times++) {
    bed.clock.advance(60);
    await createLoopsInOutage({ isKnown: true }).expiry.drain();
  }
  expect(await bed.status(order.id)).toBe('pending');
  await createPaymentLoops(bed.context).expiry.drain();
  expect(await bed.status(order.id)).toBe('cancelled');
});

test('does not delay a reservation by the backoff of the failure that opened the circuit breaker', async () => {
  const order = await bed.order('pix');
  bed.clock.advance(15 * 60);
  for (let times = 0; times < 5; times++) {
    await createLoopsInOutage({ isKnown: false }).expiry.drain();
    bed.clock.advance(120);
  }
  const state = { isAvailable: true };
  const provider: PaymentProvider = {
    ...bed.context.provider,
    isAvailable: () => state.isAvailable,
    getPayment() {
      state.isAvailable = false;
      return failed();
    },
    findPayments: failed,
  };
  await createPaymentLoops({ ...bed.context, provider, otherProviders: [] }).expiry.drain();
  bed.clock.advance(15);
  await createPaymentLoops(bed.context).expiry.drain();
  expect(await bed.status(order.id)).toBe('cancelled');
});

test('ends a reservation in a long outage once its Pix can no longer be paid', async () => {
  const order = await bed.order('pix');
  bed.clock.advance(15 * 60);
  await createLoopsInOutage({ isKnown: true }).expiry.drain();
  bed.clock.advance(45 * 60);
  await createLoopsInOutage({ isKnown: true }).expiry.drain();
  expect(await bed.status(order.id)).toBe('cancelled');
});
