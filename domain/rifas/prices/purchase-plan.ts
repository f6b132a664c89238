/** Purchase plans: bonus cotas are free (spec: storefront, section 9). */

export interface PurchasePlan {
  /** Key in settings: tier1, tier2, tier3. */
  key: string;
  name: string;
  /** Cotas paid for. */
  quantity: number;
  bonusPercentage: number;
}

/** Default plans of a shop. */
export const PURCHASE_PLANS: readonly PurchasePlan[] = [
  { key: 'tier1', name: 'Bronze', quantity: 5, bonusPercentage: 20 },
  { key: 'tier2', name: 'Prata', quantity: 10, bonusPercentage: 20 },
  { key: 'tier3', name: 'Ouro', quantity: 20, bonusPercentage: 25 },
];

/** Free cotas in addition to a plan's quantity, rounded down. */
export function bonusCotas(plan: Pick<PurchasePlan, 'quantity' | 'bonusPercentage'>): number {
  return Math.floor((plan.quantity * plan.bonusPercentage) / 100);
}

/** Cotas the buyer receives. */
export function planTotalCotas(plan: Pick<PurchasePlan, 'quantity' | 'bonusPercentage'>): number {
  return plan.quantity + bonusCotas(plan);
}

/** Order limits of a rifa. */
export interface PlanBounds {
  /** Cotas paid for. */
  min: number;
  max: number;
  /** Unsold cotas, which have to cover a plan with its bonus. */
  cotasLeft: number;
}

export function isPlanWithin(
  plan: Pick<PurchasePlan, 'quantity' | 'bonusPercentage'>,
  { min, max, cotasLeft }: PlanBounds,
): boolean {
  return plan.quantity >= min && plan.quantity <= max && planTotalCotas(plan) <= cotasLeft;
}
