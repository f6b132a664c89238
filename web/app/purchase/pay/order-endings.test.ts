import { expect, test } from 'vitest';
import { endingOf } from './order-endings.ts';

const order = { group: null, endedEarly: false, refundUnderWay: false, items: [], returned: [] };
const returned = [{ title: 'Biz', quantity: 2, centavos: 400, isRifaCancelled: false }];

test('does not confirm a payment that is being returned', () => {
  expect(endingOf(order, 'paid')).toBe('paid');
  expect(endingOf({ ...order, refundUnderWay: true }, 'paid')).toBe('refunding');
  expect(endingOf({ ...order, refundUnderWay: true }, 'cancelled')).toBe('cancelled');
  expect(endingOf({ ...order, returned }, 'paid')).toBe('partly_refunded');
});
