/** Evaluation of A/B tests (spec: storefront, sections 4 and 9). */
export interface Counts {
  impressions: number;
  conversions: number;
}

/** A winner needs more impressions than this. */
export const WINNER_AFTER_IMPRESSIONS = 100;

/** Percentage; 0 without impressions. */
export function conversionRate({ impressions, conversions }: Counts): number {
  return impressions === 0 ? 0 : (conversions / impressions) * 100;
}

/** Width of the bar in percent: ten times the rate, at most 100. */
export function barWidth(counts: Counts): number {
  return Math.min(100, conversionRate(counts) * 10);
}

/** True once any variant has enough impressions. */
export function canDeclareWinner(variants: readonly Counts[]): boolean {
  return variants.some(({ impressions }) => impressions > WINNER_AFTER_IMPRESSIONS);
}

/** The variant with the highest rate among those with enough impressions; the first on a tie. */
export function leadingVariant<V extends Counts>(variants: readonly V[]): V | null {
  const seen = variants.filter(({ impressions }) => impressions > WINNER_AFTER_IMPRESSIONS);
  return seen.reduce<V | null>(
    (best, one) => (best === null || conversionRate(one) > conversionRate(best) ? one : best),
    null,
  );
}

/**
 * Two-sided pooled z-test of two proportions.
 *
 * @returns the p-value from 0 to 1, or null if a variant has no impressions or the pooled variance is zero
 */
export function pValue(a: Counts, b: Counts): number | null {
  if (a.impressions === 0 || b.impressions === 0) return null;
  const pooled = (a.conversions + b.conversions) / (a.impressions + b.impressions);
  const variance = pooled * (1 - pooled) * (1 / a.impressions + 1 / b.impressions);
  if (variance <= 0) return null;
  const z = Math.abs(a.conversions / a.impressions - b.conversions / b.impressions) / Math.sqrt(variance);
  return Math.min(1, erfc(z / Math.SQRT2));
}

/** Smallest relative difference between rates that a test of ordinary size is asked to notice. */
export const NOTICEABLE_LIFT = 0.2;

/**
 * Impressions that each variant needs to notice a relative difference of `NOTICEABLE_LIFT` in 80 of 100 tests, with a
 * false alarm in 5 of 100 (Lehr, "Sixteen S-squared over D-squared", 1992).
 *
 * @returns null before the first conversion
 */
export function impressionsNeeded(variants: readonly Counts[]): number | null {
  const impressions = variants.reduce((sum, one) => sum + one.impressions, 0);
  const conversions = variants.reduce((sum, one) => sum + one.conversions, 0);
  if (impressions === 0 || conversions === 0) return null;
  const rate = Math.min(1, conversions / impressions);
  return Math.ceil((16 * rate * (1 - rate)) / (rate * NOTICEABLE_LIFT) ** 2);
}

/** Complementary error function for x ≥ 0 (Abramowitz and Stegun 7.1.26, error below 1.5e-7). */
function erfc(x: number): number {
  const t = 1 / (1 + 0.3275911 * x);
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592].reduce(
    (sum, coefficient) => (sum + coefficient) * t,
    0,
  );
  return series * Math.exp(-x * x);
}
