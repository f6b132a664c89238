/** Recommendations on the home page (spec: storefront, sections 7 and 9). */
export const RECOMMENDATIONS_MAX = 6;
/** Default price range of a cota, until a buyer saves their own. */
export const PREFERRED_PRICE_CENTAVOS = { min: 0, max: 1_000_00 } as const;
