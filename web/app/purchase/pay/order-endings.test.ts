import { expect, test } from 'vitest';
import { endingOf } from './order-endings.ts';

const order = { group: null, endedEarly: false, refundUnderWay: false, items: [] };

test('does not confirm a payment that is being returned', () => {
  expect(endingOf(order, 'paid')).toBe('paid');
  expect(endingOf({ ...order, refundUnderWay: true }, 'paid')).toBe('refunding');
  expect(endingOf({ ...order, refundUnderWay: true }, 'cancelled')).toBe('cancelled');
});
