import { expect, test } from 'vitest';
import type { OrderStatus } from './order-state.ts';
import { PAYMENT_SHOWS_WITHIN_MS, watchOrderEvery } from './watch-order.ts';

const order = (status: OrderStatus, refundUnderWay = false) => ({
  status,
  refundUnderWay,
});

test('an order that waits for its payment is asked after within two seconds, with time for the answer', () => {
  expect(PAYMENT_SHOWS_WITHIN_MS).toBe(2000);
  expect(watchOrderEvery(order('pending'))).toBeLessThan(PAYMENT_SHOWS_WITHIN_MS);
  for (const status of ['cancelled', 'failed'] as const)
    expect(watchOrderEvery(order(status), true)).toBeLessThan(PAYMENT_SHOWS_WITHIN_MS);
});

test.each([
  ['cancelled', false, 5000],
  ['failed', false, 5000],
  ['paid', true, 5000],
  ['cancelled', true, 5000],
  ['paid', false, false],
  ['refunded', false, false],
  ['charged_back', false, false],
] as const)('%s, refund under way %s: %s', (status, refundUnderWay, every) => {
  expect(watchOrderEvery(order(status, refundUnderWay))).toBe(every);
});
