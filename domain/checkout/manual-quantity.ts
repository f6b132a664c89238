/** A quantity typed on the purchase screen. Spec: community, section 5. */

/** Maximum cotas of one order, regardless of the rifa's limit. */
export const MANUAL_QUANTITY_MAX = 1000;

/**
 * Parses a typed quantity and clamps it to 1…`max`; invalid text becomes 1.
 *
 * @param max at least 1
 */
export function readManualQuantity(typed: string, max: number = MANUAL_QUANTITY_MAX): number {
  const quantity = Number.parseInt(typed, 10);
  return Number.isNaN(quantity) ? 1 : Math.min(Math.max(quantity, 1), max);
}
