/** What so many cotas in one line cost: each at the price of its quantity, or in combos, whichever sum is smaller. */

/** Progressive price: from so many cotas on, each of them costs less. */
export interface PriceStep {
  /** Cotas paid for in one line, at least 2. */
  fromQuantity: number;
  /** Of each cota of the line, also the first ones. */
  priceCentavos: number;
}

/** So many cotas at a price of their own, as often as they fit into a line. */
export interface Combo {
  /** Cotas, at least 2. */
  quantity: number;
  /** Of all of them. */
  priceCentavos: number;
}

export interface SteppedPrice {
  priceCentavos: number;
  /** In the order of their quantities; none where every quantity costs the same. */
  priceSteps?: readonly PriceStep[];
  /** In the order of their quantities. */
  combos?: readonly Combo[];
}

/** What each cota of a line of so many costs outside combos. */
export function unitPriceCentavos({ priceCentavos, priceSteps }: SteppedPrice, quantity: number): number {
  const reached = priceSteps?.findLast(({ fromQuantity }) => fromQuantity <= quantity);
  return reached?.priceCentavos ?? priceCentavos;
}

/** What a line of so many costs before discounts. */
export function linePriceCentavos(price: SteppedPrice, quantity: number): number {
  if (!price.combos?.length) return quantity * unitPriceCentavos(price, quantity);
  const { singles, combos } = cheapestParts(price, quantity);
  return combos.reduce(
    (sum, combo) => sum + combo.priceCentavos,
    singles * unitPriceCentavos(price, quantity),
  );
}

/**
 * The declared combos and the single cotas that a line costs least as; the same sum with fewer combos is preferred.
 * Time grows with the quantity.
 *
 * @returns each combo as often as it is taken, the largest first
 */
export function cheapestParts(price: SteppedPrice, quantity: number): { singles: number; combos: Combo[] } {
  const unit = unitPriceCentavos(price, quantity);
  const sums = [0];
  const taken: (Combo | undefined)[] = [undefined];
  for (let cotas = 1; cotas <= quantity; cotas++) {
    let least = sums[cotas - 1]! + unit;
    let last: Combo | undefined;
    for (const combo of price.combos ?? []) {
      const sum = combo.quantity <= cotas ? sums[cotas - combo.quantity]! + combo.priceCentavos : Infinity;
      if (sum < least) [least, last] = [sum, combo];
    }
    sums.push(least);
    taken.push(last);
  }
  const combos: Combo[] = [];
  let singles = 0;
  for (let left = quantity; left > 0; left -= taken[left]?.quantity ?? 1) {
    const combo = taken[left];
    if (combo) combos.push(combo);
    else singles++;
  }
  return { singles, combos: combos.sort((one, other) => other.quantity - one.quantity) };
}
