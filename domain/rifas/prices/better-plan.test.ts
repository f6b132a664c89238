import fc from 'fast-check';
import { expect, test } from 'vitest';
import { betterPlan } from './better-plan.ts';
import { linePriceCentavos } from './price-steps.ts';
import { planTotalCotas, PURCHASE_PLANS } from './purchase-plan.ts';

const price = { priceCentavos: 500 };
const bounds = { min: 1, max: 100, cotasLeft: 1000 };
const find = (quantity: number, given = price, within = bounds) =>
  betterPlan(quantity, PURCHASE_PLANS, given, within)?.name;

test.each([
  [4, undefined],
  [5, 'Bronze'],
  [6, 'Bronze'],
  [7, undefined],
  [10, 'Prata'],
  [12, 'Prata'],
  [13, undefined],
  [20, 'Ouro'],
  [25, 'Ouro'],
  [26, undefined],
])('finds for %d cotas the plan %s', (quantity, name) => {
  expect(find(quantity)).toBe(name);
});

test('finds none that is dearer than a combo, that the order may not contain, or that is no longer left', () => {
  const combo = { ...price, combos: [{ quantity: 12, priceCentavos: 4_000 }] };
  expect(find(12, combo)).toBeUndefined();
  expect(find(10, price, { ...bounds, max: 9 })).toBeUndefined();
  expect(find(10, price, { ...bounds, cotasLeft: 11 })).toBeUndefined();
});

test('never costs more or gives less than the quantity', () => {
  const plan = fc.record({
    quantity: fc.integer({ min: 1, max: 60 }),
    bonusPercentage: fc.integer({ min: 0, max: 90 }),
  });
  const step = fc.record({
    fromQuantity: fc.integer({ min: 2, max: 40 }),
    priceCentavos: fc.integer({ min: 1, max: 500 }),
  });
  fc.assert(
    fc.property(
      fc.array(plan),
      fc.option(step),
      fc.integer({ min: 1, max: 100 }),
      (plans, priceStep, quantity) => {
        const stepped = { ...price, ...(priceStep && { priceSteps: [priceStep] }) };
        const better = betterPlan(quantity, plans, stepped, bounds);
        if (!better) return;
        const saved = linePriceCentavos(stepped, quantity) - linePriceCentavos(stepped, better.quantity);
        const gained = planTotalCotas(better) - quantity;
        expect(Math.min(saved, gained)).toBeGreaterThanOrEqual(0);
        expect(saved + gained).toBeGreaterThan(0);
      },
    ),
  );
});
