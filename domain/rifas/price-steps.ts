/** Progressive prices: from so many cotas in one line on, each of them costs less. */

export interface PriceStep {
  /** Cotas paid for in one line, at least 2. */
  fromQuantity: number;
  /** Of each cota of the line, also the first ones. */
  priceCentavos: number;
}

export interface SteppedPrice {
  priceCentavos: number;
  /** In the order of their quantities; none where every quantity costs the same. */
  priceSteps?: readonly PriceStep[];
}

/** What each cota of a line of so many costs. */
export function unitPriceCentavos({ priceCentavos, priceSteps }: SteppedPrice, quantity: number): number {
  const reached = priceSteps?.findLast(({ fromQuantity }) => fromQuantity <= quantity);
  return reached?.priceCentavos ?? priceCentavos;
}

/** What a line of so many costs before discounts. */
export function linePriceCentavos(price: SteppedPrice, quantity: number): number {
  return quantity * unitPriceCentavos(price, quantity);
}
