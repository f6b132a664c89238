import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import type { CartItem } from '@mare/domain/cart/cart.ts';

export interface CartChoice {
  /** Cotas paid for. */
  quantity: number;
  /** Key of the chosen plan. */
  tier: string | null;
  /** Ascending, bonus included. */
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
    tier,
    selectedNumbers: numbers,
    rifaTitle: rifa.title,
    rifaPriceCentavos: rifa.priceCentavos,
    rifaImage: rifa.image,
    totalNumbers: rifa.totalNumbers,
    salesEndAt: rifa.salesEndAt,
    ...(rifa.priceSteps.length > 0 && { priceSteps: rifa.priceSteps }),
    ...(rifa.combos.length > 0 && { combos: rifa.combos }),
    ...(chosen && { chosen }),
  };
}
