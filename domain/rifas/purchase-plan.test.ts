import { expect, test } from 'vitest';
import { bonusCotas, planTotalCotas } from './purchase-plan.ts';

test.each([
  ['Bronze', 5, 20, 1, 6],
  ['Prata', 10, 20, 2, 12],
  ['Ouro', 20, 25, 5, 25],
  ['rounds down', 3, 20, 0, 3],
])('%s: %d cotas with %d%% give %d more', (_name, quantity, bonusPercentage, bonus, total) => {
  expect(bonusCotas({ quantity, bonusPercentage })).toBe(bonus);
  expect(planTotalCotas({ quantity, bonusPercentage })).toBe(total);
});
