import type { PurchaseTier, RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';
import { bonusCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';

export interface CartChoice {
  /** Cotas paid for. */
  quantity: number;
  tier: PurchaseTier | null;
  /** Ascending; may be fewer than the cotas. */
  numbers: number[];
  /** The buyer picked the numbers individually. */
  chosen?: boolean;
}

/** Creates a cart line with a snapshot of the rifa's data. */
export function cartItemOf(
  rifa: RifaDetail,
  { quantity, tier, numbers, chosen }: CartChoice,
): Omit<CartItem, 'id' | 'addedAt'> {
  return {
    rifaId: rifa.id,
    quantity,
    tier: tier?.key ?? null,
    bonusQuantity: tier ? bonusCotas(tier) : 0,
    selectedNumbers: numbers,
    rifaTitle: rifa.title,
    rifaPriceCentavos: rifa.priceCentavos,
    rifaImage: rifa.image,
    totalNumbers: rifa.totalNumbers,
    maxPerOrder: rifa.maxPerOrder,
    salesEndAt: rifa.salesEndAt,
    ...(rifa.priceSteps.length > 0 && { priceSteps: rifa.priceSteps }),
    ...(rifa.combos.length > 0 && { combos: rifa.combos }),
    ...(chosen && { chosen }),
  };
}
