import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { renameShop } from '../../settings/settings.testing.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { addAttempt } from './add-attempt.ts';
import { createPaymentsTestbed, until, type PaymentsTestbed } from '../payments.testing.ts';
import { openPix } from './open-charge.ts';
import { startAttempt } from './start-attempt.ts';

const CREATE = 'POST /v1/payments';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ timeoutMs: 1_500 });
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.faults();
  // Lets the circuit breaker close again after earlier failures.
  bed.clock.advance(60);
});

const paymentsAtProvider = async (externalReference: string) => {
  const { rows } = await bed.pool.query<{ amount: string; status: string }>(
    'select amount, status from sandbox.payments where external_reference = $1',
    [externalReference],
  );
  return rows;
};

describe('creating a charge', () => {
  test('creates one charge with one code for two concurrent starts', async () => {
    const order = await bed.order('pix', { start: false });
    const [first, second] = await Promise.all([
      startAttempt(bed.context, order.attemptId),
      startAttempt(bed.context, order.attemptId),
    ]);
    expect(first).toMatchObject({ state: 'open' });
    expect(second).toEqual(first);
    expect(await paymentsAtProvider(order.externalReference)).toHaveLength(1);
  });

  test.each([
    ['a timeout before it was created', { timeout_before_commit: true }],
    ['a timeout after it was created', { timeout_after_commit: true }],
    ['an HTML page', { html_200: true }],
    ['truncated JSON', { malformed_json: true }],
    ['a response that never ends', { stall_body: true }],
    ['a server error', { status: 500 }],
    ['a rate limit error', { status: 429, retry_after: 1 }],
  ])('retries with the same key after %s and creates one charge', async (_name, fault) => {
    const order = await bed.order('pix', { start: false });
    await bed.faults({ match: CREATE, times: 1, ...fault });
    expect(await startAttempt(bed.context, order.attemptId)).toMatchObject({ state: 'open' });
    expect(await paymentsAtProvider(order.externalReference)).toHaveLength(1);
  });

  // @covers beyond: an order of an outage gets its Pix code once the provider answers, also when its first request is too old
  //   [server/payments/attempts/add-attempt.ts]
  test('creates another charge after the provider rejects the first request as too old', async () => {
    const order = await bed.order('pix', { start: false });
    await bed.faults({ match: CREATE, status: 503 });
    expect(await startAttempt(bed.context, order.attemptId)).toEqual({ state: 'unknown' });
    for (let minute = 0; minute < 5; minute++) {
      bed.clock.advance(60);
      expect(await openPix(bed.context, order.id)).toEqual({ ok: false, code: 'UNAVAILABLE' });
    }
    await bed.faults();
    bed.clock.advance(20);
    const opened = await Promise.all([1, 2, 3].map(() => openPix(bed.context, order.id)));
    expect(opened).toContainEqual(expect.objectContaining({ ok: true }));
    expect(await openPix(bed.context, order.id)).toMatchObject({ ok: true });
    expect(await paymentsAtProvider(order.externalReference)).toHaveLength(1);
    // The first attempt is still checked, in case its charge exists.
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'unknown' });
    await bed.transition(await bed.paymentId(order.externalReference), 'approve');
    await until(async () => (await bed.status(order.id)) === 'paid');
  });

  test.each([
    ['created', { malformed_json: true }],
    ['not created', { status: 500 }],
  ])('finds the charge later if every try failed: %s', async (_name, fault) => {
    const order = await bed.order('pix', { start: false });
    await bed.faults({ match: CREATE, times: 2, ...fault });
    expect(await startAttempt(bed.context, order.attemptId)).toEqual({ state: 'unknown' });
    expect(await bed.status(order.id)).toBe('pending');
    // A slow machine may have had no time for the second try.
    await bed.faults();
    bed.clock.advance(2);
    await bed.payments.runDueWork();
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'open', request: null });
    expect(await paymentsAtProvider(order.externalReference)).toHaveLength(1);
  });

  test('resumes an attempt after a crash before the provider call', async () => {
    const order = await bed.order('pix', { start: false });
    bed.clock.advance(61);
    await bed.payments.runDueWork();
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'open' });
  });

  test('ends a charge of unconfirmed creation instead of offering it', async () => {
    const order = await bed.order('pix', { start: false });
    await bed.faults({ match: CREATE, malformed_json: true });
    await startAttempt(bed.context, order.attemptId);
    await bed.faults();
    bed.clock.advance(120);
    await bed.payments.runDueWork();
    await bed.payments.runDueWork();
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'closed' });
    expect(await paymentsAtProvider(order.externalReference)).toMatchObject([{ status: 'cancelled' }]);
  });

  test('fails the order and releases its numbers when the provider rejects the charge', async () => {
    const order = await bed.order('pix', { start: false });
    await bed.faults({ match: CREATE, status: 400 });
    expect(await startAttempt(bed.context, order.attemptId)).toMatchObject({ state: 'refused' });
    expect(await bed.status(order.id)).toBe('failed');
    expect(await checkNumberCounts(bed.db, order.rifaId)).toMatchObject({ free: 1000, reserved: 0 });
  });

  test('keeps the first charge open when the second is rejected', async () => {
    const order = await bed.order('hosted');
    await bed.faults({ match: CREATE, status: 400 });
    const added = await addAttempt(bed.context, { orderId: order.id, kind: 'pix' });
    expect(added).toMatchObject({ ok: true, attempt: { state: 'refused' } });
    expect(await bed.status(order.id)).toBe('pending');
  });

  test('pauses calls to a provider that keeps failing', async () => {
    const orders = await Promise.all([1, 2, 3].map(() => bed.order('pix', { start: false })));
    await bed.faults({ match: CREATE, status: 503 });
    for (const order of orders) await startAttempt(bed.context, order.attemptId);
    expect(bed.context.provider.isAvailable()).toBe(false);
    await bed.faults();
    bed.clock.advance(16);
    expect(bed.context.provider.isAvailable()).toBe(true);
    bed.clock.advance(30);
    await bed.payments.runDueWork();
    for (const order of orders) expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'open' });
  });

  test('charges the order’s exact amount in centavos', async () => {
    const order = await bed.order('pix', { quantity: 3, totalCentavos: 5397 });
    expect(await paymentsAtProvider(order.externalReference)).toMatchObject([{ amount: '53.97' }]);
  });
});

describe('a second payment method', () => {
  test('returns the same charge for concurrent requests', async () => {
    const order = await bed.order('hosted');
    const added = await Promise.all(
      Array.from({ length: 5 }, () => addAttempt(bed.context, { orderId: order.id, kind: 'pix' })),
    );
    expect(new Set(added.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await paymentsAtProvider(order.externalReference)).toHaveLength(1);
  });

  test('is rejected with less than two minutes left and after the order is closed', async () => {
    const order = await bed.order('hosted');
    bed.clock.advance(13 * 60 + 1);
    const input = { orderId: order.id, kind: 'pix' } as const;
    expect(await addAttempt(bed.context, input)).toEqual({ ok: false, code: 'HOLD_ENDING' });
    bed.clock.advance(120);
    await bed.payments.runDueWork();
    await until(async () => (await bed.status(order.id)) === 'cancelled');
    expect(await addAttempt(bed.context, input)).toEqual({ ok: false, code: 'ORDER_CLOSED' });
  });
});

test('sends the shop’s name to the provider', async () => {
  await renameShop(bed.platform, 'Sorte do Vale');
  const { externalReference } = await bed.order('pix');
  const { rows } = await bed.pool.query<{ description: string }>(
    'select description from sandbox.payments where external_reference = $1',
    [externalReference],
  );
  expect(rows).toEqual([{ description: expect.stringMatching(/^Sorte do Vale: \d+ cotas?$/) as string }]);
  await renameShop(bed.platform, 'Maré da Sorte');
});
