import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COUPON_MAX_PERCENT, discountsFor, takeDiscounts } from './discounts.ts';

const voltei20 = { code: 'VOLTEI20', percent: 20 };

test.each([
  ['charges the full price without a discount', false, null, 10_000, []],
  ['takes 10% off for a VIP', true, null, 9_000, [1_000]],
  ['takes 20% off with VOLTEI20', false, voltei20, 8_000, [2_000]],
  ['applies VOLTEI20 after the VIP discount', true, voltei20, 7_200, [1_000, 1_800]],
])('%s', (_, isVip, coupon, total, amounts) => {
  const { amountsCentavos, taken } = takeDiscounts([10_000], discountsFor({ isVip }, coupon));
  expect(amountsCentavos).toEqual([total]);
  expect(taken.map(({ amountCentavos }) => amountCentavos)).toEqual(amounts);
});

test('sums lines and discounts to the original amount and never makes a line free', () => {
  const lines = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 20 });
  const percent = fc.integer({ min: 1, max: COUPON_MAX_PERCENT });
  fc.assert(
    fc.property(lines, fc.boolean(), percent, (amounts, isVip, percent) => {
      const { amountsCentavos, taken } = takeDiscounts(
        amounts,
        discountsFor({ isVip }, { code: 'X', percent }),
      );
      const sum = (all: number[]) => all.reduce((total, one) => total + one, 0);
      expect(sum(amountsCentavos) + sum(taken.map((one) => one.amountCentavos))).toBe(sum(amounts));
      expect(Math.min(...amountsCentavos)).toBeGreaterThan(0);
    }),
  );
});
