/** Percentage discounts of a cart. They compound, rounded in the shop's favour. */
import { VIP_DISCOUNT_PERCENT } from '../personalization/segments.ts';

export interface Discount {
  kind: 'vip' | 'coupon';
  /** Coupon code; null for the VIP discount. */
  code: string | null;
  percent: number;
}

export interface TakenDiscount extends Discount {
  amountCentavos: number;
}

/** Below 100, because an order of R$ 0 cannot be paid. */
export const COUPON_MAX_PERCENT = 90;

/** VIP discount first, then the coupon. */
export function discountsFor(
  buyer: { isVip: boolean },
  coupon: { code: string; percent: number } | null,
): Discount[] {
  const discounts: Discount[] = [];
  if (buyer.isVip) discounts.push({ kind: 'vip', code: null, percent: VIP_DISCOUNT_PERCENT });
  if (coupon) discounts.push({ kind: 'coupon', ...coupon });
  return discounts;
}

/**
 * @param amountsCentavos price of each line
 * @returns price of each line after discounts, and the total that each discount takes off
 */
export function takeDiscounts(
  amountsCentavos: readonly number[],
  discounts: readonly Discount[],
): { amountsCentavos: number[]; taken: TakenDiscount[] } {
  let amounts = [...amountsCentavos];
  const taken = discounts.map((discount) => {
    const before = sum(amounts);
    amounts = amounts.map((amount) => amount - Math.floor((amount * discount.percent) / 100));
    return { ...discount, amountCentavos: before - sum(amounts) };
  });
  return { amountsCentavos: amounts, taken };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
