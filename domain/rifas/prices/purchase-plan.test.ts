import { expect, test } from 'vitest';
import { bonusCotas, isPlanWithin, planTotalCotas, PURCHASE_PLANS } from './purchase-plan.ts';

test.each([
  ['Bronze', 5, 20, 1, 6],
  ['Prata', 10, 20, 2, 12],
  ['Ouro', 20, 25, 5, 25],
])(
  'the plan %s sells %d cotas, with a bonus of %d per cent: %d are free, its buyer holds %d',
  (name, quantity, bonusPercentage, bonus, total) => {
    const plan = PURCHASE_PLANS.find((candidate) => candidate.name === name);
    expect(plan).toMatchObject({ quantity, bonusPercentage });
    expect([bonusCotas(plan!), planTotalCotas(plan!)]).toEqual([bonus, total]);
  },
);

// @covers storefront 9: plans, waiting times, toasts, retries, display of numbers, bounds and intervals of
//   simulated statistics [domain/rifas/prices/purchase-plan.ts, domain/timings.ts,
//   domain/social-proof/simulated-stats.ts]
test('offers three plans in ascending order: tier1, tier2, tier3', () => {
  expect(PURCHASE_PLANS.map((plan) => plan.key)).toEqual(['tier1', 'tier2', 'tier3']);
  const quantities = PURCHASE_PLANS.map((plan) => plan.quantity);
  expect(quantities).toEqual(quantities.toSorted((a, b) => a - b));
});

test.each([
  [4, 25, 1, 5],
  [3, 20, 0, 3],
  [19, 10, 1, 20],
])(
  'rounds a bonus down to whole cotas: %d cotas with %d%% give %d more',
  (quantity, bonusPercentage, bonus, total) => {
    expect(bonusCotas({ quantity, bonusPercentage })).toBe(bonus);
    expect(planTotalCotas({ quantity, bonusPercentage })).toBe(total);
  },
);

test('sells a plan within the limits of an order while its bonus is left too', () => {
  const plan = { quantity: 10, bonusPercentage: 20 };
  const bounds = { min: 10, max: 10, cotasLeft: 12 };
  expect(isPlanWithin(plan, bounds)).toBe(true);
  for (const changed of [{ min: 11 }, { max: 9 }, { cotasLeft: 11 }])
    expect(isPlanWithin(plan, { ...bounds, ...changed })).toBe(false);
});
