import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { request, line } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { checkOwnLimits } from './check-own-limits.ts';
import { hasSpendingBlock } from './read-own-limits.ts';
import { ownLimitsRoutes } from './own-limits.routes.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function newPerson() {
  const userId = await bed.buyer();
  const api = createRouterClient(ownLimitsRoutes, { context: testContext(bed.platform, { userId }) });
  const buy = (totalCentavos: number, clientRequestId = bed.platform.random.uuid()) =>
    checkOwnLimits(bed.platform, { userId, clientRequestId, totalCentavos });
  return { userId, api, buy };
}

test('allows any amount without limits', async () => {
  const { api, buy } = await newPerson();
  expect(await buy(100_000_000)).toEqual({ ok: true });
  expect(await api.ownLimits()).toEqual({
    monthlyCentavos: null,
    next: null,
    spentCentavos: 0,
    pausedUntil: null,
    excludedUntil: null,
  });
});

test('accepts only purchases within the limit when many run concurrently', async () => {
  const { api, buy } = await newPerson();
  await api.changeOwnLimits({ kind: 'monthly', centavos: 5000 });
  const results = await Promise.all(Array.from({ length: 12 }, () => buy(1000)));
  expect(results.filter((result) => result.ok)).toHaveLength(5);
  expect(results.find((result) => !result.ok)).toEqual({
    ok: false,
    code: 'OWN_LIMIT',
    reason: 'monthly',
    until: null,
    leftCentavos: 0,
  });
});

test('counts a repeated purchase once, and orders at their total', async () => {
  const { userId, api, buy } = await newPerson();
  await api.changeOwnLimits({ kind: 'monthly', centavos: 3000 });
  const orderRequest = request(userId, [line(await bed.rifa(), 10)]);
  expect(await buy(2000, orderRequest.clientRequestId)).toEqual({ ok: true });
  expect(await buy(2000, orderRequest.clientRequestId)).toEqual({ ok: true });
  expect((await bed.orderBatchWriter.reserve(orderRequest)).ok).toBe(true);
  expect(await buy(2000, orderRequest.clientRequestId)).toEqual({ ok: true });
  expect((await api.ownLimits()).spentCentavos).toBe(2000);
  expect(await buy(1001)).toMatchObject({ ok: false, leftCentavos: 1000 });
  expect(await buy(1000)).toEqual({ ok: true });
});

test('counts paid orders less refunds', async () => {
  const { userId, api, buy } = await newPerson();
  await api.changeOwnLimits({ kind: 'monthly', centavos: 3000 });
  const reserved = await bed.orderBatchWriter.reserve(request(userId, [line(await bed.rifa(), 10)]));
  if (!reserved.ok) throw new Error(reserved.code);
  await bed.db
    .updateTable('orders')
    .set({ status: 'paid', paidAt: bed.clock.now(), returnedAmount: '8.00' })
    .where('id', '=', reserved.order.id)
    .execute();
  expect((await api.ownLimits()).spentCentavos).toBe(1200);
  expect(await buy(1801)).toMatchObject({ ok: false, leftCentavos: 1800 });
});

test('applies a raised limit after a day', async () => {
  const { api, buy } = await newPerson();
  await api.changeOwnLimits({ kind: 'monthly', centavos: 1000 });
  const response = await api.changeOwnLimits({ kind: 'monthly', centavos: null });
  expect(response).toMatchObject({ monthlyCentavos: 1000, next: { monthlyCentavos: null } });
  bed.clock.advance(23 * 3600 + 59 * 60);
  expect(await buy(1001)).toMatchObject({ ok: false, reason: 'monthly' });
  bed.clock.advance(2 * 60);
  expect(await buy(1001)).toEqual({ ok: true });
});

// @covers beyond: monthly limit, pause and self-exclusion: enforced by the server, shown before paying
test('rejects purchases during a pause or exclusion, which cannot be shortened', async () => {
  const { userId, api, buy } = await newPerson();
  const isBlocked = () => hasSpendingBlock(bed.db, bed.platform, userId);
  expect(await isBlocked()).toBe(false);
  const first = await api.changeOwnLimits({ kind: 'pause', days: 30 });
  const second = await api.changeOwnLimits({ kind: 'pause', days: 1 });
  expect(second.pausedUntil).toBe(first.pausedUntil);
  expect(await buy(1)).toMatchObject({ ok: false, reason: 'paused' });
  expect(await isBlocked()).toBe(true);
  await api.changeOwnLimits({ kind: 'exclusion' });
  expect(await buy(1)).toMatchObject({ ok: false, reason: 'excluded' });
  expect(await isBlocked()).toBe(true);
  const log = await bed.db.selectFrom('activityLogs').select('action').where('userId', '=', userId).execute();
  expect(log).toHaveLength(3);
});
