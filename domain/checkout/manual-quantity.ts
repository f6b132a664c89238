/** A quantity typed on the purchase screen. Spec: community, section 5. */

/** Cotas that one order may hold at most, whatever the rifa allows. */
export const MANUAL_QUANTITY_MAX = 1000;

/**
 * The whole number meant by what was typed, from 1 to `max`: what is no number becomes 1, what is too much becomes
 * `max`.
 *
 * @param max at least 1
 */
export function readManualQuantity(typed: string, max: number = MANUAL_QUANTITY_MAX): number {
  const quantity = Number.parseInt(typed, 10);
  return Number.isNaN(quantity) ? 1 : Math.min(Math.max(quantity, 1), max);
}
