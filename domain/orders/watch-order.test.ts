import { expect, test } from 'vitest';
import type { OrderStatus } from './order-state.ts';
import { watchOrderEvery } from './watch-order.ts';

const TWO_SECONDS = 2_000;

const order = (status: OrderStatus, refundUnderWay = false) => ({
  status,
  refundUnderWay,
});

test('polls a pending order so that a payment shows within two seconds', () => {
  expect(watchOrderEvery(order('pending'))).toBeLessThan(TWO_SECONDS);
  for (const status of ['cancelled', 'failed'] as const)
    expect(watchOrderEvery(order(status), true)).toBeLessThan(TWO_SECONDS);
});

test.each([
  ['cancelled', false, 5000],
  ['failed', false, 5000],
  ['paid', true, 5000],
  ['cancelled', true, 5000],
  ['paid', false, false],
  ['refunded', false, false],
  ['charged_back', false, false],
] as const)('%s, refund in progress %s: polls every %s ms', (status, refundUnderWay, every) => {
  expect(watchOrderEvery(order(status, refundUnderWay))).toBe(every);
});
