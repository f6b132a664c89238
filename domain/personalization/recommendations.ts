/** What is recommended to a buyer (spec: storefront, sections 7 and 9). */
export const RECOMMENDATIONS_MAX = 6;
/** How long an answer may be shown again, in milliseconds. */
export const RECOMMENDATIONS_FRESH_MS = 5 * 60_000;
/** Price of a cota that a buyer is taken to like while they have not said otherwise. */
export const PREFERRED_PRICE_CENTAVOS = { min: 0, max: 1_000_00 } as const;
