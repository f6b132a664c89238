/** A quantity typed on the purchase screen. Spec: community, section 5. */

/** Maximum cotas of one order, regardless of the rifa's limit. */
export const MANUAL_QUANTITY_MAX = 1000;

/** Correction of a typed quantity: its fraction was cut, or it was outside the limits. */
export type QuantityNote = 'fraction' | 'max' | 'min';

export interface TypedQuantity {
  /** Whole number; null for a text without digits. May be outside the limits. */
  quantity: number | null;
  note: QuantityNote | null;
}

const GROUPED = /^\d{1,3}(?:\.\d{3})+$/;

/** Parses a typed quantity: `1.000` is a thousand, `3,7` is 3. */
export function parseQuantity(typed: string, { min, max }: { min: number; max: number }): TypedQuantity {
  const text = typed.trim();
  const [integer = '', fraction] = GROUPED.test(text) ? [text] : text.split(/[.,]/);
  const digits = integer.replaceAll(/\D/g, '');
  if (digits === '') return { quantity: null, note: null };
  const quantity = Number(digits);
  if (quantity > max) return { quantity, note: 'max' };
  if (quantity < min) return { quantity, note: 'min' };
  return { quantity, note: fraction === undefined ? null : 'fraction' };
}

/**
 * Parses a typed quantity and clamps it to 1…`max`; invalid text becomes 1.
 *
 * @param max at least 1
 */
export function readManualQuantity(typed: string, max: number = MANUAL_QUANTITY_MAX): number {
  const quantity = Number.parseInt(typed, 10);
  return Number.isNaN(quantity) ? 1 : Math.min(Math.max(quantity, 1), max);
}
