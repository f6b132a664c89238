import { expect, test } from 'vitest';
import { PURCHASE_PLANS } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { planOf } from './order-again.ts';

// @covers beyond: the cotas of an unpaid order go back into the cart; 'Comprar de novo'
//   [web/app/purchase/pay/order-again.ts]
test.each([
  [{ quantity: 12, bonusQuantity: 2 }, 'tier2'],
  // Without a plan.
  [{ quantity: 10, bonusQuantity: 0 }, undefined],
  // The plan's bonus has changed since.
  [{ quantity: 13, bonusQuantity: 3 }, undefined],
])('finds for %o the plan %s', (line, key) => {
  expect(planOf(line, [...PURCHASE_PLANS])?.key).toBe(key);
});
