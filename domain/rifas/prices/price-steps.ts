/** Price of a line: the lower of its progressive price and its combos. */

/** Progressive price: a lower unit price from a minimum quantity. */
export interface PriceStep {
  /** Cotas paid for in one line, at least 2. */
  fromQuantity: number;
  /** Unit price of every cota of the line. */
  priceCentavos: number;
}

/** A fixed quantity at a fixed price; a line may use it several times. */
export interface Combo {
  /** Cotas, at least 2. */
  quantity: number;
  /** Price of the whole combo. */
  priceCentavos: number;
}

export interface SteppedPrice {
  priceCentavos: number;
  /** By ascending quantity; absent with a constant unit price. */
  priceSteps?: readonly PriceStep[];
  /** By ascending quantity. */
  combos?: readonly Combo[];
}

/** Unit price of a line of this quantity, outside combos. */
export function unitPriceCentavos({ priceCentavos, priceSteps }: SteppedPrice, quantity: number): number {
  const reached = priceSteps?.findLast(({ fromQuantity }) => fromQuantity <= quantity);
  return reached?.priceCentavos ?? priceCentavos;
}

/** Price of a line of this quantity before discounts. */
export function linePriceCentavos(price: SteppedPrice, quantity: number): number {
  if (!price.combos?.length) return quantity * unitPriceCentavos(price, quantity);
  const { singles, combos } = cheapestParts(price, quantity);
  return combos.reduce(
    (sum, combo) => sum + combo.priceCentavos,
    singles * unitPriceCentavos(price, quantity),
  );
}

/**
 * Cheapest split of a line into combos and single cotas; prefers fewer combos on a tie. Linear in the quantity.
 *
 * @returns one entry per use of a combo, largest first
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
