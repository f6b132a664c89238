import { MANUAL_QUANTITY_MAX } from './manual-quantity.ts';

/** Order limits of a rifa. */
interface Limits {
  minPerOrder: number;
  maxPerOrder: number;
  totalNumbers: number;
  soldNumbers: number;
}

/** Cotas paid for that one order of a rifa may have. */
export interface OrderBounds {
  min: number;
  /** Maximum cotas of a plan or a combo. */
  max: number;
  /** Maximum of a typed quantity, and of numbers picked one by one. */
  typedMax: number;
  cotasLeft: number;
}

/** The fewest cotas of an order, at least 1: the last ones are sold also if they are fewer than the minimum. */
export function minOfOrder(minPerOrder: number, cotasLeft: number): number {
  return Math.max(1, Math.min(minPerOrder, cotasLeft));
}

/** At least 1, also for a rifa that is sold out and cannot be bought. */
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
