import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  breakEvenNumbers,
  type EarningsAssumptions,
  type EarningsPlan,
  earningsVerdict,
  projectEarnings,
  USUAL_ASSUMPTIONS,
} from './project-earnings.ts';

const plan: EarningsPlan = {
  priceCentavos: 500,
  totalNumbers: 10_000,
  prizes: [{ prizeType: 'product', valueCentavos: 1_500_000 }],
  instantPrizes: [],
  bonusPercentage: 0,
};

test('subtracts fees, commissions, taxes and prizes from the revenue', () => {
  const assumptions = {
    ...USUAL_ASSUMPTIONS,
    commissionRate: 500,
    revenueTaxRate: 600,
    otherCentavos: 20_000,
  };
  expect(projectEarnings(plan, assumptions, 5_000, 'list')).toEqual({
    revenue: 2_500_000,
    fees: 24_750,
    commissions: 125_000,
    revenueTaxes: 150_000,
    prizes: 1_500_000,
    prizeTaxes: 300_000,
    other: 20_000,
    left: 380_250,
  });
});

test('reports that 1,000 cotas at R$ 0.50 never pay for a prize of R$ 15,000', () => {
  const tooCheap = { ...plan, priceCentavos: 50, totalNumbers: 1_000 };
  expect(earningsVerdict(tooCheap, USUAL_ASSUMPTIONS)).toBe('never');
  expect(breakEvenNumbers(tooCheap, USUAL_ASSUMPTIONS, 'list')).toBeNull();
});

test('withholds the tax on cash from the prize', () => {
  const cash = { ...plan, prizes: [{ prizeType: 'cash' as const, valueCentavos: 1_500_000 }] };
  expect(projectEarnings(cash, USUAL_ASSUMPTIONS, 1, 'list').prizeTaxes).toBe(0);
});

test('counts every cota premiada', () => {
  const withInstant = { ...plan, prizes: [], instantPrizes: [{ valueCentavos: 10_000, count: 7 }] };
  expect(projectEarnings(withInstant, USUAL_ASSUMPTIONS, 1, 'list').prizes).toBe(70_000);
});

test('reports when only the list price covers the costs', () => {
  const discounted = { ...plan, combos: [{ quantity: 10, priceCentavos: 1_500 }] };
  expect(earningsVerdict(discounted, USUAL_ASSUMPTIONS)).toBe('only_at_list_price');
  expect(earningsVerdict({ ...plan, bonusPercentage: 100 }, USUAL_ASSUMPTIONS)).toBe('pays');
});

const plans: fc.Arbitrary<EarningsPlan> = fc.record({
  priceCentavos: fc.integer({ min: 1, max: 10_000 }),
  combos: fc.array(
    fc.record({
      quantity: fc.integer({ min: 2, max: 100 }),
      priceCentavos: fc.integer({ min: 1, max: 9_000 }),
    }),
    { maxLength: 3 },
  ),
  totalNumbers: fc.constantFrom(100, 1_000, 10_000, 100_000),
  prizes: fc.array(
    fc.record({
      prizeType: fc.constantFrom('product', 'service', 'cash'),
      valueCentavos: fc.option(fc.nat(5_000_000)),
    }),
    { maxLength: 4 },
  ),
  instantPrizes: fc.array(
    fc.record({ valueCentavos: fc.option(fc.nat(50_000)), count: fc.integer({ min: 1, max: 50 }) }),
    { maxLength: 2 },
  ),
  bonusPercentage: fc.nat(100),
});
const assumed: fc.Arbitrary<EarningsAssumptions> = fc.record({
  feeRate: fc.nat(1_000),
  commissionRate: fc.nat(3_000),
  revenueTaxRate: fc.nat(3_000),
  prizeTaxRate: fc.nat(5_000),
  otherCentavos: fc.nat(1_000_000),
});
const ends = fc.constantFrom('list' as const, 'discounted' as const);

test('the costs and the profit add up to the revenue', () => {
  fc.assert(
    fc.property(plans, assumed, ends, fc.nat(100), (plan, assumptions, end, percent) => {
      const sold = Math.floor((plan.totalNumbers * percent) / 100);
      const { revenue, left, ...costs } = projectEarnings(plan, assumptions, sold, end);
      const totalCosts = Object.values(costs).reduce((sum, centavos) => sum + centavos, 0);
      expect(left + totalCosts).toBe(revenue);
      for (const centavos of Object.values(costs)) expect(centavos).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('discounts never exceed the revenue at list price', () => {
  fc.assert(
    fc.property(plans, assumed, fc.nat(100), (plan, assumptions, percent) => {
      const sold = Math.floor((plan.totalNumbers * percent) / 100);
      const [list, discounted] = (['list', 'discounted'] as const).map(
        (end) => projectEarnings(plan, assumptions, sold, end).revenue,
      );
      expect(discounted).toBeLessThanOrEqual(list!);
    }),
  );
});

test('the break-even covers all costs, and one cota less does not', () => {
  fc.assert(
    fc.property(
      plans,
      assumed,
      ends,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (plan, assumptions, end, share) => {
        const enough = breakEvenNumbers(plan, assumptions, end);
        const profitOf = (sold: number) => projectEarnings(plan, assumptions, sold, end).left;
        const fewer = Math.floor(share * ((enough ?? plan.totalNumbers + 1) - 1));
        expect(profitOf(plan.totalNumbers) < 0).toBe(enough === null);
        expect(profitOf(enough ?? plan.totalNumbers) >= 0).toBe(enough !== null);
        // Each of three rates rounds to a centavo.
        expect(enough === 0 || profitOf(fewer) < 3).toBe(true);
      },
    ),
  );
});

test('a more expensive prize never increases the profit', () => {
  fc.assert(
    fc.property(plans, assumed, fc.nat(1_000_000), (plan, assumptions, more) => {
      const dearer = {
        ...plan,
        prizes: [...plan.prizes, { prizeType: 'product' as const, valueCentavos: more }],
      };
      expect(projectEarnings(dearer, assumptions, 50, 'list').left).toBeLessThanOrEqual(
        projectEarnings(plan, assumptions, 50, 'list').left,
      );
    }),
  );
});
