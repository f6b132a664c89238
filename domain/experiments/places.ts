/** Slots of the site that A/B tests configure, and the type of their configuration. */
export const TEST_PLACES = {
  /** Next to the price at the checkout. */
  'checkout-reassurance': 'phrase',
  /** Above the pay button. */
  'checkout-call': 'phrase',
  /** Home page of signed-in users: recommendations before the text. */
  'recommendations-first': 'switch',
} as const;

export type TestPlace = keyof typeof TEST_PLACES;
export const TEST_PLACE_KEYS = Object.keys(TEST_PLACES) as [TestPlace, ...TestPlace[]];

/** In characters. */
export const PHRASE_MAX = 160;
export const VARIANTS_MIN = 2;
export const VARIANTS_MAX = 4;

/** Configuration of a variant; empty keeps the slot's default. */
export interface VariantConfig {
  phrase?: string;
  on?: boolean;
}

export function configOf(place: TestPlace, { phrase, on }: { phrase: string; on: boolean }): VariantConfig {
  if (TEST_PLACES[place] === 'switch') return on ? { on: true } : {};
  return phrase.trim() === '' ? {} : { phrase: phrase.trim() };
}

/** Equal integer percentages; the first ones take the remainder: [34, 33, 33]. */
export function evenTraffic(variants: number): number[] {
  const share = Math.floor(100 / variants);
  return Array.from({ length: variants }, (_, at) => share + (at < 100 - share * variants ? 1 : 0));
}
