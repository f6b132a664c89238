/** Discounts of a cart. They compound in their order, rounded in the shop's favour. */
import { VIP_DISCOUNT_PERCENT } from '../personalization/segments.ts';

export interface Discount {
  kind: 'vip' | 'coupon';
  /** Coupon code; null for the VIP discount. */
  code: string | null;
  /** Null for a fixed amount. */
  percent: number | null;
  /** Fixed amount; null for a percentage. */
  offCentavos?: number | null;
  /** Rifas whose lines it applies to; empty: all. */
  rifaIds?: readonly string[];
}

export interface AppliedDiscount extends Discount {
  amountCentavos: number;
}

/** A discount as an order stores it. */
export type OrderDiscount = Pick<AppliedDiscount, 'kind' | 'code' | 'amountCentavos'>;

/** Discounts that reduced the price, as an order stores them; null without any. */
export function discountsToStore(taken: readonly AppliedDiscount[]): OrderDiscount[] | null {
  const some = taken.filter(({ amountCentavos }) => amountCentavos > 0);
  return some.length === 0
    ? null
    : some.map(({ kind, code, amountCentavos }) => ({ kind, code, amountCentavos }));
}

/** @param code null if the reader may not see it */
export function discountLabel({ kind, code }: Pick<Discount, 'kind' | 'code'>): string {
  if (kind === 'vip') return 'Desconto VIP';
  return code === null ? 'Cupom' : `Cupom ${code}`;
}

export interface DiscountLine {
  rifaId: string;
  amountCentavos: number;
}

/** Below 100, because an order of R$ 0 cannot be paid. Also the maximum share that a fixed amount takes off. */
export const COUPON_MAX_PERCENT = 90;

export interface CouponDiscount extends Omit<Discount, 'kind' | 'code'> {
  code: string;
  /** False: replaces the VIP discount. */
  stacksWithVip?: boolean;
}

/** Discounts in order of application: VIP, then coupon. A coupon that does not stack replaces the VIP discount. */
export function discountsFor(buyer: { isVip: boolean }, coupon: CouponDiscount | null): Discount[] {
  const discounts: Discount[] = [];
  if (buyer.isVip && coupon?.stacksWithVip !== false)
    discounts.push({ kind: 'vip', code: null, percent: VIP_DISCOUNT_PERCENT });
  if (coupon) {
    const { code, percent, offCentavos, rifaIds } = coupon;
    discounts.push({ kind: 'coupon', code, percent, offCentavos, rifaIds });
  }
  return discounts;
}

/** @returns price of each line after discounts, and the total that each discount takes off */
export function applyDiscounts(
  lines: readonly DiscountLine[],
  discounts: readonly Discount[],
): { amountsCentavos: number[]; taken: AppliedDiscount[] } {
  let amounts = lines.map(({ amountCentavos }) => amountCentavos);
  const taken = discounts.map((discount) => {
    const counts = (at: number) => !discount.rifaIds?.length || discount.rifaIds.includes(lines[at]!.rifaId);
    const before = sum(amounts);
    const cuts = cutsOf(
      discount,
      amounts.map((amount, at) => (counts(at) ? amount : 0)),
    );
    amounts = amounts.map((amount, at) => amount - cuts[at]!);
    return { ...discount, amountCentavos: before - sum(amounts) };
  });
  return { amountsCentavos: amounts, taken };
}

/** @param amounts 0 for lines that the discount does not apply to */
function cutsOf({ percent, offCentavos }: Discount, amounts: readonly number[]): number[] {
  if (percent !== null) return amounts.map((amount) => Math.floor((amount * percent) / 100));
  const total = sum(amounts);
  const off = Math.min(offCentavos ?? 0, Math.floor((total * COUPON_MAX_PERCENT) / 100));
  // Distributes in proportion, rounded to the centavo: each line takes its share of what is left, and costs at least
  // one centavo.
  let [passed, cut] = [0, 0];
  return amounts.map((amount) => {
    passed += amount;
    const next = total === 0 ? 0 : Math.floor((off * passed) / total);
    const own = Math.min(next - cut, Math.max(0, amount - 1));
    cut += own;
    return own;
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
