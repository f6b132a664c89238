/**
 * Sold percentage of a rifa and its display stages (spec: storefront, sections 4 and 9). Stages use the rounded
 * percentage that is displayed, so that '60,0%' is always popular.
 */

export const MOVING_FROM_PERCENT = 30;
export const HALF_PERCENT = 50;
export const POPULAR_FROM_PERCENT = 60;
export const ALMOST_GONE_FROM_PERCENT = 80;
/** Above this, the featured card shows the cotas left. */
export const FEATURED_WARNS_ABOVE_PERCENT = 70;

export type ScarcityLevel = 'low' | 'medium' | 'high';
export type ProgressStage = 'fresh' | 'moving' | 'popular' | 'almost-gone';
export type SellingStage = 'beginning' | 'past-half' | 'almost-gone' | 'sold-out';

/**
 * Percentage sold, 0 to 100 with one decimal. It is 100 only when every cota is sold, and 0 for a rifa without numbers.
 */
export function soldPercent(soldNumbers: number, totalNumbers: number): number {
  if (totalNumbers <= 0) return 0;
  if (soldNumbers >= totalNumbers) return 100;
  return Math.min(99.9, Math.round((Math.max(0, soldNumbers) / totalNumbers) * 1000) / 10);
}

export function scarcityLevel(percent: number): ScarcityLevel {
  if (percent >= ALMOST_GONE_FROM_PERCENT) return 'high';
  return percent >= POPULAR_FROM_PERCENT ? 'medium' : 'low';
}

/** Stage that sets the colour of the progress bar. */
export function progressStage(percent: number): ProgressStage {
  if (percent >= ALMOST_GONE_FROM_PERCENT) return 'almost-gone';
  if (percent >= POPULAR_FROM_PERCENT) return 'popular';
  return percent >= MOVING_FROM_PERCENT ? 'moving' : 'fresh';
}

/** Stage that sets the text of the progress card. */
export function sellingStage(percent: number): SellingStage {
  if (percent >= 100) return 'sold-out';
  if (percent >= ALMOST_GONE_FROM_PERCENT) return 'almost-gone';
  return percent >= HALF_PERCENT ? 'past-half' : 'beginning';
}
