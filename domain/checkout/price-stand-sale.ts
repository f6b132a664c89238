/** Price of a sale at a stand without a network: what the phone shows and the server charges. */
import { type Discount } from './discounts.ts';
import { priceCart, type PricedCart } from './price-cart.ts';
import type { Combo, PriceStep } from '../rifas/prices/price-steps.ts';
import type { PurchasePlan } from '../rifas/prices/purchase-plan.ts';

/** Terms of a rifa at the time when its numbers were set aside. */
export interface StandTerms {
  title: string;
  totalNumbers: number;
  priceCentavos: number;
  priceSteps: PriceStep[];
  combos: Combo[];
  plans: PurchasePlan[];
  /** Waived when fewer numbers are left at the stand. */
  minPerOrder: number;
  maxPerOrder: number;
  choosesNumbers: boolean;
}

export interface StandSale {
  rifaId: string;
  /** Cotas paid for. */
  quantity: number;
  /** Key of a plan of this quantity; null for none. */
  tier: string | null;
}

/** Limits and discounts of the buyer's account, which the seller's phone does not have. */
export interface StandBuyer {
  discounts: readonly Discount[];
  maxPerPerson: number | null;
  heldCotas: number;
}

const UNKNOWN_BUYER: StandBuyer = { discounts: [], maxPerPerson: null, heldCotas: 0 };

/** @param left numbers that the stand still has */
export function priceStandSale(
  terms: StandTerms,
  { rifaId, quantity, tier }: StandSale,
  left: number,
  buyer: StandBuyer = UNKNOWN_BUYER,
): PricedCart {
  const { discounts, ...person } = buyer;
  const rifa = { ...terms, ...person, id: rifaId, cotasLeft: left };
  // The seen price makes an unknown plan an error instead of a sale without its bonus.
  const line = { rifaId, quantity, tier, seenPriceCentavos: terms.priceCentavos, requestedNumbers: [] };
  return priceCart([line], new Map([[rifaId, rifa]]), terms.plans, discounts);
}
