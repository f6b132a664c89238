/** Where the site shows what an A/B test decides, and what a variant may change there. */
export const TEST_PLACES = {
  /** Beside the price, at the checkout. */
  'checkout-reassurance': 'phrase',
  /** Above the button that pays. */
  'checkout-call': 'phrase',
  /** The home page of who is signed in: recommendations before the words. */
  'recommendations-first': 'switch',
} as const;

export type TestPlace = keyof typeof TEST_PLACES;
export const TEST_PLACE_KEYS = Object.keys(TEST_PLACES) as [TestPlace, ...TestPlace[]];

/** In characters. */
export const PHRASE_MAX = 160;
export const VARIANTS_MIN = 2;
export const VARIANTS_MAX = 4;

/** What the site reads of a variant; empty leaves the place as it always was. */
export interface VariantConfig {
  phrase?: string;
  on?: boolean;
}

export function configOf(place: TestPlace, { phrase, on }: { phrase: string; on: boolean }): VariantConfig {
  if (TEST_PLACES[place] === 'switch') return on ? { on: true } : {};
  return phrase.trim() === '' ? {} : { phrase: phrase.trim() };
}

/** In whole percent, the first ones taking what is left over: [34, 33, 33]. */
export function evenTraffic(variants: number): number[] {
  const share = Math.floor(100 / variants);
  return Array.from({ length: variants }, (_, at) => share + (at < 100 - share * variants ? 1 : 0));
}
