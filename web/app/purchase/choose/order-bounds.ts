import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { MANUAL_QUANTITY_MAX } from '@mare/domain/checkout/manual-quantity.ts';

/** Cotas paid for that one order of the rifa may have now, and the unsold ones. */
export function orderBounds({ totalNumbers, soldNumbers, maxPerOrder, minPerOrder }: RifaDetail) {
  const cotasLeft = totalNumbers - soldNumbers;
  const max = Math.max(1, Math.min(MANUAL_QUANTITY_MAX, maxPerOrder, cotasLeft));
  return { min: Math.min(minPerOrder, max), max, cotasLeft };
}
