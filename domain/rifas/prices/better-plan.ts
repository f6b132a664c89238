import { linePriceCentavos, type SteppedPrice } from './price-steps.ts';
import { isPlanWithin, type PlanBounds, planTotalCotas, type PurchasePlan } from './purchase-plan.ts';

type Bonus = Pick<PurchasePlan, 'quantity' | 'bonusPercentage'>;

/**
 * A plan that gives at least as many cotas as a quantity without bonus for no more money, and is better in one of
 * both: the cheapest, then the one with most cotas.
 */
export function betterPlan<Plan extends Bonus>(
  quantity: number,
  plans: readonly Plan[],
  price: SteppedPrice,
  bounds: PlanBounds,
): Plan | undefined {
  const costOf = (plan: Plan) => linePriceCentavos(price, plan.quantity);
  const cost = linePriceCentavos(price, quantity);
  return plans
    .filter((plan) => isPlanWithin(plan, bounds))
    .filter((plan) => planTotalCotas(plan) >= quantity && costOf(plan) <= cost)
    .filter((plan) => planTotalCotas(plan) > quantity || costOf(plan) < cost)
    .toSorted((a, b) => costOf(a) - costOf(b) || planTotalCotas(b) - planTotalCotas(a))[0];
}
