import { expect, test } from 'vitest';
import { bonusCotas, planTotalCotas } from './purchase-plan.ts';

test.each([
  [4, 25, 1, 5],
  [3, 20, 0, 3],
  [19, 10, 1, 20],
])('%d cotas with %d%% give %d more', (quantity, bonusPercentage, bonus, total) => {
  expect(bonusCotas({ quantity, bonusPercentage })).toBe(bonus);
  expect(planTotalCotas({ quantity, bonusPercentage })).toBe(total);
});
