/** Who sees which variant (spec: storefront, section 9): the same person always the same one. */
export interface Share {
  id: string;
  /** Of all visitors; those of a test add up to 100. */
  trafficPercentage: number;
}

/** Browser storage: the variants chosen (local), and the session that counts once (session). */
export const VARIANTS_STORAGE_KEY = 'ab_variants';
export const SESSION_STORAGE_KEY = 'ab_session';

/** 0 to 99. @param userId null for a visitor, all of whom fall into the same place */
export function bucketOf(userId: string | null): number {
  let hash = 0;
  for (const character of userId ?? 'anonymous') hash = (hash * 31 + character.codePointAt(0)!) | 0;
  return Math.abs(hash) % 100;
}

/** The variant whose part of the traffic the bucket falls into; the first where the parts leave a gap. */
export function assignVariant<V extends Share>(userId: string | null, variants: readonly V[]): V | undefined {
  const bucket = bucketOf(userId);
  let cumulative = 0;
  for (const variant of variants) {
    cumulative += variant.trafficPercentage;
    if (bucket < cumulative) return variant;
  }
  return variants[0];
}
