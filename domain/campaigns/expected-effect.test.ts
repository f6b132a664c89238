import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectEffect, MAX_COMPARED_SENDS, MIN_DELIVERED } from './expected-effect.ts';

const send = (delivered: number, orders: number, reais = orders * 10) => ({
  delivered,
  orders,
  revenueCentavos: reais * 100,
});

test.each([
  ['nothing without earlier campaigns', [], 100, null],
  ['nothing from campaigns to a few people', [send(MIN_DELIVERED - 1, 3)], 100, null],
  ['the same from an equal one', [send(100, 4)], 100, [4, 4, 40_00, 40_00]],
  ['a share of it for fewer people', [send(100, 4)], 30, [1, 2, 12_00, 12_00]],
  ['from the weakest to the strongest', [send(100, 4), send(50, 0), send(200, 2)], 100, [0, 4, 0, 40_00]],
  ['no orders after campaigns without any', [send(100, 0)], 100, [0, 0, 0, 0]],
  ['nothing from no recipients', [send(100, 4)], 0, [0, 0, 0, 0]],
])('expects %s', (_, past, people, expected) => {
  const effect = expectEffect(past, people);
  const { orders, revenueCentavos } = effect ?? {};
  expect(
    orders && revenueCentavos ? [orders.low, orders.high, revenueCentavos.low, revenueCentavos.high] : null,
  ).toEqual(expected);
});

test('compares the latest campaigns only', () => {
  const latest = Array.from({ length: MAX_COMPARED_SENDS }, () => send(100, 2));
  expect(expectEffect([...latest, send(100, 90)], 100)).toEqual({
    orders: { low: 2, high: 2 },
    revenueCentavos: { low: 20_00, high: 20_00 },
    fromSends: MAX_COMPARED_SENDS,
  });
});

test('a campaign that repeats a compared one stays within the range', () => {
  const past = fc.record({
    delivered: fc.integer({ min: MIN_DELIVERED, max: 5000 }),
    orders: fc.nat(500),
    revenueCentavos: fc.nat(5_000_000),
  });
  fc.assert(
    fc.property(fc.array(past, { minLength: 1, maxLength: 9 }), fc.nat(8), (sends, anyIndex) => {
      const repeated = sends[anyIndex % Math.min(sends.length, MAX_COMPARED_SENDS)]!;
      const { orders, revenueCentavos } = expectEffect(sends, repeated.delivered)!;
      const isWithin = ({ low, high }: { low: number; high: number }, value: number) =>
        low <= value && value <= high;
      expect(isWithin(orders, repeated.orders)).toBe(true);
      expect(isWithin(revenueCentavos, repeated.revenueCentavos)).toBe(true);
    }),
  );
});
