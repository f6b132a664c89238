import { expect, test } from 'vitest';
import { minOfOrder, orderBounds } from './order-bounds.ts';

const rifa = { totalNumbers: 100_000, soldNumbers: 0, minPerOrder: 5, maxPerOrder: 5000 };

test('sells plans and combos up to the limit of the rifa, beyond a typed quantity', () => {
  expect(orderBounds(rifa)).toEqual({ min: 5, max: 5000, typedMax: 1000, cotasLeft: 100_000 });
  expect(orderBounds({ ...rifa, maxPerOrder: 300 })).toMatchObject({ max: 300, typedMax: 300 });
});

test('sells the last cotas, also fewer than the minimum', () => {
  expect(orderBounds({ ...rifa, soldNumbers: 99_998 })).toEqual({
    min: 2,
    max: 2,
    typedMax: 2,
    cotasLeft: 2,
  });
});

test('has a minimum of one cota, also for a rifa that is sold out', () => {
  expect(orderBounds({ ...rifa, soldNumbers: 100_000 })).toEqual({
    min: 1,
    max: 1,
    typedMax: 1,
    cotasLeft: 0,
  });
  expect(minOfOrder(5, 0)).toBe(1);
  expect(minOfOrder(5, 3)).toBe(3);
});
