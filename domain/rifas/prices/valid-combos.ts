import { type Combo, linePriceCentavos, type SteppedPrice } from './price-steps.ts';

/** Whether combos have rising quantities and falling unit prices, and each undercuts the price without it. */
export function areCombos(price: Omit<SteppedPrice, 'combos'>, combos: readonly Combo[]): boolean {
  return combos.every(({ quantity, priceCentavos }, at) => {
    const before = combos[at - 1];
    return (
      quantity >= 2 &&
      priceCentavos >= 1 &&
      priceCentavos < linePriceCentavos({ ...price, combos: [] }, quantity) &&
      (!before ||
        (quantity > before.quantity && priceCentavos * before.quantity < before.priceCentavos * quantity))
    );
  });
}
