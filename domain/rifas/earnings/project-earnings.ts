/** Estimated earnings of a rifa at a given share of sold cotas. Only shown to the organiser, never posted. */
import type { PrizeType } from '../../draws/prizes/prize-type.ts';
import { type SteppedPrice, unitPriceCentavos } from '../prices/price-steps.ts';

/** Ten-thousandths of the whole. */
const WHOLE = 10_000;

/** Shares of the cotas, in percent, that organisers plan with. */
export const SHOWN_SHARES = [50, 80, 100] as const;

export interface EarningsPlan extends SteppedPrice {
  totalNumbers: number;
  /** A prize without a value counts as free. */
  prizes: readonly { prizeType: PrizeType; valueCentavos: number | null }[];
  /** Cotas premiadas; all of them count, as if found. */
  instantPrizes: readonly { valueCentavos: number | null; count: number }[];
  /** Highest bonus of a plan, in percent. Bonus cotas bring no revenue. */
  bonusPercentage: number;
}

/** Rates are in ten-thousandths. */
export interface EarningsAssumptions {
  /** Payment provider's share of the revenue. */
  feeRate: number;
  /** Affiliates' share of the revenue, if they sold every cota. */
  commissionRate: number;
  /** Taxes on the revenue. */
  revenueTaxRate: number;
  /** Income tax on products and services, which the organiser pays on top (Lei 8.981/1995, art. 63). */
  prizeTaxRate: number;
  /** Freight, adverts, authorisation. */
  otherCentavos: number;
}

/** MercadoPago's Pix fee, no affiliates, and the income tax that the law names. */
export const USUAL_ASSUMPTIONS: EarningsAssumptions = {
  feeRate: 99,
  commissionRate: 0,
  revenueTaxRate: 0,
  prizeTaxRate: 2_000,
  otherCentavos: 0,
};

/** In centavos. The tax on cash prizes is withheld from their value, so it costs nothing more. */
export interface Earnings {
  revenue: number;
  fees: number;
  commissions: number;
  revenueTaxes: number;
  prizes: number;
  prizeTaxes: number;
  other: number;
  /** Revenue less all costs; negative if it does not cover them. */
  left: number;
}

/** Both extremes: every cota at its list price, and every cota with the highest discount and bonus. */
export type PriceEnd = 'list' | 'discounted';

/** @param soldNumbers bonus cotas included */
export function projectEarnings(
  plan: EarningsPlan,
  assumptions: EarningsAssumptions,
  soldNumbers: number,
  end: PriceEnd,
): Earnings {
  const revenue = revenueOf(plan, soldNumbers, end);
  const { prizes, prizeTaxes, other } = fixedCosts(plan, assumptions);
  const fees = shareOf(revenue, assumptions.feeRate);
  const commissions = shareOf(revenue, assumptions.commissionRate);
  const revenueTaxes = shareOf(revenue, assumptions.revenueTaxRate);
  const left = revenue - fees - commissions - revenueTaxes - prizes - prizeTaxes - other;
  return { revenue, fees, commissions, revenueTaxes, prizes, prizeTaxes, other, left };
}

/** Minimum sold cotas that cover all costs; null if all of them do not. */
export function breakEvenNumbers(
  plan: EarningsPlan,
  assumptions: EarningsAssumptions,
  end: PriceEnd,
): number | null {
  const left = (sold: number) => projectEarnings(plan, assumptions, sold, end).left;
  if (left(plan.totalNumbers) < 0) return null;
  let [enough, tooFew] = [plan.totalNumbers, -1];
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (left(middle) >= 0) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** Whether all cotas together cover the costs: always, only without discounts, or never. */
export type EarningsVerdict = 'pays' | 'only_at_list_price' | 'never';

export function earningsVerdict(plan: EarningsPlan, assumptions: EarningsAssumptions): EarningsVerdict {
  if (breakEvenNumbers(plan, assumptions, 'discounted') !== null) return 'pays';
  return breakEvenNumbers(plan, assumptions, 'list') === null ? 'never' : 'only_at_list_price';
}

/** Lowest price of one cota in centavos, with steps and combos; may have decimals. */
function lowestUnitPrice(plan: EarningsPlan): number {
  const steps = (plan.priceSteps ?? []).map(({ fromQuantity }) => unitPriceCentavos(plan, fromQuantity));
  const combos = (plan.combos ?? []).map(({ priceCentavos, quantity }) => priceCentavos / quantity);
  return Math.min(plan.priceCentavos, ...steps, ...combos);
}

function revenueOf(plan: EarningsPlan, soldNumbers: number, end: PriceEnd): number {
  if (end === 'list') return soldNumbers * plan.priceCentavos;
  return Math.floor((soldNumbers * lowestUnitPrice(plan) * 100) / (100 + plan.bonusPercentage));
}

function fixedCosts({ prizes, instantPrizes }: EarningsPlan, assumptions: EarningsAssumptions) {
  const instant = instantPrizes.reduce((sum, prize) => sum + (prize.valueCentavos ?? 0) * prize.count, 0);
  const cash = sumOf(prizes.filter(({ prizeType }) => prizeType === 'cash'));
  const goods = sumOf(prizes.filter(({ prizeType }) => prizeType !== 'cash')) + instant;
  return {
    prizes: cash + goods,
    prizeTaxes: shareOf(goods, assumptions.prizeTaxRate),
    other: assumptions.otherCentavos,
  };
}

const sumOf = (prizes: readonly { valueCentavos: number | null }[]) =>
  prizes.reduce((sum, { valueCentavos }) => sum + (valueCentavos ?? 0), 0);

/** Half a centavo rounded up. */
const shareOf = (centavos: number, rate: number) => Math.floor((centavos * rate + WHOLE / 2) / WHOLE);
