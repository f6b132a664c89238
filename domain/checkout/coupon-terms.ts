/** Conditions under which a coupon applies to a cart. */
import type { Segment } from '../personalization/segments.ts';

export interface CouponTerms {
  active: boolean;
  startsAt: Date | null;
  expiresAt: Date | null;
  /** Empty: any segment, rifa or person. */
  segments: readonly string[];
  rifaIds: readonly string[];
  personIds: readonly string[];
  /** Centavos; null without a minimum. */
  minimumCentavos: number | null;
}

export interface CouponCart {
  segment: Segment;
  personId: string;
  /** Value of each line at the price of a cota, before plans, combos and discounts. */
  lines: readonly { rifaId: string; listCentavos: number }[];
}

/**
 * `over`: paused or expired. `early`: not valid yet. `segment`, `person`: for other buyers. `rifa`: for other rifas.
 * `minimum`: the lines it applies to are worth less.
 */
export type TermsRejection = 'over' | 'early' | 'segment' | 'person' | 'rifa' | 'minimum';

/** @returns why the coupon does not apply, or null */
export function judgeCoupon(terms: CouponTerms, cart: CouponCart, now: Date): TermsRejection | null {
  const { active, startsAt, expiresAt, segments, rifaIds, personIds, minimumCentavos } = terms;
  if (!active || (expiresAt && expiresAt <= now)) return 'over';
  if (startsAt && startsAt > now) return 'early';
  if (segments.length > 0 && !segments.includes(cart.segment)) return 'segment';
  if (personIds.length > 0 && !personIds.includes(cart.personId)) return 'person';
  const counted = cart.lines.filter(({ rifaId }) => rifaIds.length === 0 || rifaIds.includes(rifaId));
  if (counted.length === 0 && rifaIds.length > 0) return 'rifa';
  const listCentavos = counted.reduce((sum, line) => sum + line.listCentavos, 0);
  return minimumCentavos !== null && listCentavos < minimumCentavos ? 'minimum' : null;
}
