import { expect, test } from 'vitest';
import { PURCHASE_PLANS } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { planOf } from './order-again.ts';

test.each([
  [{ quantity: 12, bonusQuantity: 2 }, 'tier2'],
  // Bought one by one, without a plan.
  [{ quantity: 10, bonusQuantity: 0 }, undefined],
  // The plan gave another bonus then.
  [{ quantity: 13, bonusQuantity: 3 }, undefined],
])('%o is bought again by the plan %s', (line, key) => {
  expect(planOf(line, [...PURCHASE_PLANS])?.key).toBe(key);
});
