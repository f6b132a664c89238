import { isPlanWithin, type PlanBounds, type PurchasePlan } from './purchase-plan.ts';

/** Plan preselected in the express purchase: the middle one of the available plans; undefined without any. */
export function preselectedPlan<Plan extends PurchasePlan>(
  plans: readonly Plan[],
  bounds: PlanBounds,
): Plan | undefined {
  const buyable = plans.filter((plan) => isPlanWithin(plan, bounds)).sort((a, b) => a.quantity - b.quantity);
  return buyable[Math.floor((buyable.length - 1) / 2)];
}
