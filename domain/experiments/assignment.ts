/** Deterministic assignment of variants (spec: storefront, section 9). */
export interface Share {
  id: string;
  /** Percentages of a test add up to 100. */
  trafficPercentage: number;
}

/** Browser storage keys: assigned variants (localStorage) and session id (sessionStorage). */
export const VARIANTS_STORAGE_KEY = 'ab_variants';
export const SESSION_STORAGE_KEY = 'ab_session';

/** Bucket from 0 to 99. @param userId null for visitors, who all share one bucket */
export function bucketOf(userId: string | null): number {
  let hash = 0;
  for (const character of userId ?? 'anonymous') hash = (hash * 31 + character.codePointAt(0)!) | 0;
  return Math.abs(hash) % 100;
}

/**
 * The variant that a visitor sees: that of the open page, else that of the browser, else the one of the user's bucket.
 * So signing in, also in another tab, changes no text in the middle of a purchase.
 * @param chosen ids in this order of precedence; unknown ones are ignored
 */
export function keepVariant<V extends Share>(
  userId: string | null,
  variants: readonly V[],
  chosen: readonly (string | undefined)[],
): V | undefined {
  for (const id of chosen) {
    const kept = variants.find((variant) => variant.id === id);
    if (kept) return kept;
  }
  return assignVariant(userId, variants);
}

/** The variant of the user's bucket by cumulative traffic; the first if the percentages leave a gap. */
export function assignVariant<V extends Share>(userId: string | null, variants: readonly V[]): V | undefined {
  const bucket = bucketOf(userId);
  let cumulative = 0;
  for (const variant of variants) {
    cumulative += variant.trafficPercentage;
    if (bucket < cumulative) return variant;
  }
  return variants[0];
}
