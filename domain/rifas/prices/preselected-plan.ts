import { type PurchasePlan, planTotalCotas } from './purchase-plan.ts';

interface OrderBounds {
  /** Cotas paid for, per order. */
  min: number;
  max: number;
  /** Unsold cotas, which must cover a plan with its bonus. */
  cotasLeft: number;
}

/** Plan that the express purchase starts with: the middle one of those that can be bought; undefined without one. */
export function preselectedPlan<Plan extends PurchasePlan>(
  plans: readonly Plan[],
  { min, max, cotasLeft }: OrderBounds,
): Plan | undefined {
  const buyable = plans
    .filter((plan) => plan.quantity >= min && plan.quantity <= max && planTotalCotas(plan) <= cotasLeft)
    .sort((a, b) => a.quantity - b.quantity);
  return buyable[Math.floor((buyable.length - 1) / 2)];
}
