import { isPlanWithin, type PlanBounds, type PurchasePlan } from './purchase-plan.ts';

/** Plan that the express purchase starts with: the middle one of those that can be bought; undefined without one. */
export function preselectedPlan<Plan extends PurchasePlan>(
  plans: readonly Plan[],
  bounds: PlanBounds,
): Plan | undefined {
  const buyable = plans.filter((plan) => isPlanWithin(plan, bounds)).sort((a, b) => a.quantity - b.quantity);
  return buyable[Math.floor((buyable.length - 1) / 2)];
}
