import { afterEach, expect, test, vi } from 'vitest';
import { createHttpApp } from '../platform/http/http.ts';
import { createLog } from '../platform/log/log.ts';
import { paymentDoor, PAYMENTS_PATH } from './payment-door.ts';

/** A shop in which every payment waits until it is let go on. */
function openShop() {
  const begun: { goOn: () => void; fail: () => void; leave: () => void; begin: () => void }[] = [];
  const app = createHttpApp(createLog('silent'));
  const clock = { now: () => new Date(1_000) };
  app.post(PAYMENTS_PATH, paymentDoor(clock));
  app.post(PAYMENTS_PATH, async (c) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    begun.push({ goOn: resolve, fail: () => reject(new Error('fault')), ...c.get('place')! });
    await promise;
    return c.text('paid');
  });
  const pay = () => Promise.resolve(app.request(PAYMENTS_PATH, { method: 'POST' }));
  return { begun, pay };
}

afterEach(() => vi.useRealTimers());

/** Those let in at once before the process knows its pace. */
const INSIDE = 300;

test('who comes to a full shop is told so at once, as the contract says it', async () => {
  const { begun, pay } = openShop();
  const inside = Array.from({ length: INSIDE }, pay);
  await expect.poll(() => begun).toHaveLength(INSIDE);
  const refused = await pay();
  expect(refused.status).toBe(503);
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'retry-after': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(await refused.json()).toEqual({
    defined: true,
    code: 'BUSY',
    status: 503,
    message: 'too many buyers at once',
    data: { retryAfterSeconds: 1 },
  });
  expect(begun).toHaveLength(INSIDE);
  begun.forEach(({ goOn }) => goOn());
  expect(new Set((await Promise.all(inside)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('whoever sends slowly holds no place, and who has begun keeps it however long it takes', async () => {
  vi.useFakeTimers();
  const { begun, pay } = openShop();
  const inside = Array.from({ length: INSIDE }, pay);
  await vi.waitFor(() => expect(begun).toHaveLength(INSIDE));
  begun.slice(1).forEach(({ begin }) => begin());
  await vi.advanceTimersByTimeAsync(60_000);
  const next = [pay(), pay()];
  expect((await next[1]!).status).toBe(503);
  await vi.waitFor(() => expect(begun).toHaveLength(INSIDE + 1));
  begun.forEach(({ goOn }) => goOn());
  expect((await next[0]!).status).toBe(200);
  await Promise.all(inside);
});

test.each(['goOn', 'fail', 'leave'] as const)('a place is free again after: %s', async (way) => {
  const { begun, pay } = openShop();
  const inside = Array.from({ length: INSIDE }, pay);
  await expect.poll(() => begun).toHaveLength(INSIDE);
  expect((await pay()).status).toBe(503);
  begun[0]![way]();
  if (way !== 'leave') await inside[0];
  const next = pay();
  await expect.poll(() => begun).toHaveLength(INSIDE + 1);
  begun.forEach(({ goOn }) => goOn());
  expect((await next).status).toBe(200);
  await Promise.all(inside);
});
