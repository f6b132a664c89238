/** Percentages off a cart. Each counts on what the ones before it left; fractions of a centavo stay with the shop. */
import { VIP_DISCOUNT_PERCENT } from '../personalization/segments.ts';

export interface Discount {
  kind: 'vip' | 'coupon';
  /** Of the coupon. */
  code: string | null;
  percent: number;
}

export interface TakenDiscount extends Discount {
  amountCentavos: number;
}

/** Coupons never make a cota free: an order of nothing cannot be paid. */
export const COUPON_MAX_PERCENT = 90;

/** The VIP's own discount first, then the coupon on the rest. */
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
 * @param amountsCentavos what each line costs before
 * @returns what each costs after, and what each discount took off all of them
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
