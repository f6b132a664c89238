import { MANUAL_QUANTITY_MAX } from './manual-quantity.ts';

/** Order limits of a rifa. */
interface Limits {
  minPerOrder: number;
  maxPerOrder: number;
  totalNumbers: number;
  soldNumbers: number;
}

/** Cotas paid for that one order of a rifa may contain. */
export interface OrderBounds {
  min: number;
  /** Maximum cotas of a plan or a combo. */
  max: number;
  /** Maximum of a typed quantity, and of numbers picked one by one. */
  typedMax: number;
  cotasLeft: number;
}

/** Minimum cotas of an order, at least 1. Lower if fewer cotas are left, so that the last ones can be sold. */
export function minOfOrder(minPerOrder: number, cotasLeft: number): number {
  return Math.max(1, Math.min(minPerOrder, cotasLeft));
}

/** At least 1, even for a rifa that is sold out. */
export function orderBounds({ totalNumbers, soldNumbers, maxPerOrder, minPerOrder }: Limits): OrderBounds {
  const cotasLeft = totalNumbers - soldNumbers;
  const max = Math.max(1, Math.min(maxPerOrder, cotasLeft));
  return {
    min: minOfOrder(minPerOrder, cotasLeft),
    max,
    typedMax: Math.min(max, MANUAL_QUANTITY_MAX),
    cotasLeft,
  };
}
