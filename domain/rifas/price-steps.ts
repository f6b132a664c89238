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

/** Whether more cotas never cost more each: quantities rise from 2, prices fall below the rifa's. */
export function arePriceSteps(priceCentavos: number, steps: readonly PriceStep[]): boolean {
  return steps.every(({ fromQuantity, priceCentavos: price }, at) => {
    const before = at === 0 ? { fromQuantity: 1, priceCentavos } : steps[at - 1]!;
    return fromQuantity > before.fromQuantity && price >= 1 && price < before.priceCentavos;
  });
}
