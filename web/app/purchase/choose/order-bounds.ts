import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { MANUAL_QUANTITY_MAX } from '@mare/domain/checkout/manual-quantity.ts';

type Limits = Pick<RifaDetail, 'totalNumbers' | 'soldNumbers' | 'maxPerOrder' | 'minPerOrder'>;

export interface OrderBounds {
  min: number;
  /** Of a plan or a combo. */
  max: number;
  /** Of a typed quantity, and of numbers picked one by one. */
  typedMax: number;
  cotasLeft: number;
}

/** Cotas paid for that one order of the rifa may have now, and the unsold ones. */
export function orderBounds({ totalNumbers, soldNumbers, maxPerOrder, minPerOrder }: Limits): OrderBounds {
  const cotasLeft = totalNumbers - soldNumbers;
  const max = Math.max(1, Math.min(maxPerOrder, cotasLeft));
  return { min: Math.min(minPerOrder, max), max, typedMax: Math.min(max, MANUAL_QUANTITY_MAX), cotasLeft };
}
