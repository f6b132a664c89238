import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  COUPON_MAX_PERCENT,
  discountsFor,
  applyDiscounts,
  discountLabel,
  discountsToStore,
} from './discounts.ts';

const voltei20 = { code: 'VOLTEI20', percent: 20 };

test.each([
  ['charges the full price without a discount', false, null, 10_000, []],
  ['takes 10% off for a VIP', true, null, 9_000, [1_000]],
  ['takes 20% off with VOLTEI20', false, voltei20, 8_000, [2_000]],
  ['applies VOLTEI20 after the VIP discount', true, voltei20, 7_200, [1_000, 1_800]],
])('%s', (_, isVip, coupon, total, amounts) => {
  const { amountsCentavos, taken } = applyDiscounts(
    [{ rifaId: 'moto', amountCentavos: 10_000 }],
    discountsFor({ isVip }, coupon),
  );
  expect(amountsCentavos).toEqual([total]);
  expect(taken.map(({ amountCentavos }) => amountCentavos)).toEqual(amounts);
});

test('sums lines and discounts to the original amount and never makes a line free', () => {
  const lines = fc.array(fc.integer({ min: 1, max: 5_000_000 }), { minLength: 1, maxLength: 20 });
  const rifaIds = fc.constantFrom([], ['moto'], ['carro']);
  const coupon = fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: COUPON_MAX_PERCENT }), rifaIds }),
    fc.record({ percent: fc.constant(null), offCentavos: fc.integer({ min: 1, max: 1_000_000 }), rifaIds }),
  );
  fc.assert(
    fc.property(lines, fc.boolean(), coupon, (amounts, isVip, coupon) => {
      const { amountsCentavos, taken } = applyDiscounts(
        amounts.map((amountCentavos, index) => ({ rifaId: index % 2 ? 'moto' : 'carro', amountCentavos })),
        discountsFor({ isVip }, { code: 'X', ...coupon }),
      );
      const sum = (amountsToAdd: number[]) => amountsToAdd.reduce((total, amount) => total + amount, 0);
      expect(sum(amountsCentavos) + sum(taken.map((discount) => discount.amountCentavos))).toBe(sum(amounts));
      expect(Math.min(...amountsCentavos)).toBeGreaterThan(0);
    }),
  );
});

test('a fixed discount leaves one centavo of every line', () => {
  const lines = [
    { rifaId: 'moto', amountCentavos: 1 },
    { rifaId: 'carro', amountCentavos: 1 },
    { rifaId: 'moto', amountCentavos: 8 },
  ];
  const coupon = { code: 'X', percent: null, offCentavos: 6 };
  const { amountsCentavos } = applyDiscounts(lines, discountsFor({ isVip: false }, coupon));
  expect(amountsCentavos).toEqual([1, 1, 2]);
});

test('a coupon that does not stack replaces the VIP discount', () => {
  const kinds = (stacksWithVip: boolean) =>
    discountsFor({ isVip: true }, { ...voltei20, stacksWithVip }).map(({ kind }) => kind);
  expect([kinds(true), kinds(false)]).toEqual([['vip', 'coupon'], ['coupon']]);
});

test.each([
  ['counts for its rifas only', { percent: 50, rifaIds: ['carro'] }, [1_001, 500]],
  ['spreads a fixed amount over the lines', { percent: null, offCentavos: 100 }, [951, 949]],
  ['takes at most 90% for a fixed amount', { percent: null, offCentavos: 900_000 }, [101, 99]],
])('a coupon %s', (_, coupon, amounts) => {
  const lines = [
    { rifaId: 'moto', amountCentavos: 1_001 },
    { rifaId: 'carro', amountCentavos: 999 },
  ];
  const { amountsCentavos } = applyDiscounts(lines, discountsFor({ isVip: false }, { code: 'X', ...coupon }));
  expect(amountsCentavos).toEqual(amounts);
});

test('limits a coupon to 90%', () => {
  expect(COUPON_MAX_PERCENT).toBe(90);
});

test('stores only discounts that reduced the price, without their terms', () => {
  const coupon = { kind: 'coupon', code: 'MARE10', percent: 10, rifaIds: [], amountCentavos: 250 } as const;
  const vip = { kind: 'vip', code: null, percent: 10, amountCentavos: 0 } as const;
  expect(discountsToStore([vip, coupon])).toEqual([{ kind: 'coupon', code: 'MARE10', amountCentavos: 250 }]);
  expect(discountsToStore([vip])).toBeNull();
  expect(discountsToStore([])).toBeNull();
});

test.each([
  [{ kind: 'vip', code: null }, 'Desconto VIP'],
  [{ kind: 'coupon', code: 'MARE10' }, 'Cupom MARE10'],
  // The caller may not see the code.
  [{ kind: 'coupon', code: null }, 'Cupom'],
] as const)('names the discount %o %s', (discount, label) => {
  expect(discountLabel(discount)).toBe(label);
});
