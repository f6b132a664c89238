import { expect, test } from 'vitest';
import { preselectedPlan } from './preselected-plan.ts';
import { PURCHASE_PLANS } from './purchase-plan.ts';

const anyAmount = { min: 1, max: 1000, cotasLeft: 1000 };

test('preselects the middle plan', () => {
  expect(preselectedPlan(PURCHASE_PLANS, anyAmount)?.name).toBe('Prata');
  expect(preselectedPlan(PURCHASE_PLANS.toReversed(), anyAmount)?.name).toBe('Prata');
});

test('preselects only plans within the limits of an order', () => {
  expect(preselectedPlan(PURCHASE_PLANS, { ...anyAmount, min: 6 })?.name).toBe('Prata');
  expect(preselectedPlan(PURCHASE_PLANS, { ...anyAmount, min: 11 })?.name).toBe('Ouro');
  expect(preselectedPlan(PURCHASE_PLANS, { ...anyAmount, max: 9 })?.name).toBe('Bronze');
});

test('preselects no plan whose bonus exceeds the unsold cotas', () => {
  expect(preselectedPlan(PURCHASE_PLANS, { ...anyAmount, cotasLeft: 11 })?.name).toBe('Bronze');
  expect(preselectedPlan(PURCHASE_PLANS, { ...anyAmount, cotasLeft: 5 })).toBeUndefined();
  expect(preselectedPlan([], anyAmount)).toBeUndefined();
});
