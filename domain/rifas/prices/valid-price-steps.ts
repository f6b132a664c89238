import type { PriceStep } from './price-steps.ts';

/** Whether quantities rise from at least 2 and prices fall, starting below the rifa's. */
export function arePriceSteps(priceCentavos: number, steps: readonly PriceStep[]): boolean {
  return steps.every(({ fromQuantity, priceCentavos: price }, at) => {
    const before = at === 0 ? { fromQuantity: 1, priceCentavos } : steps[at - 1]!;
    return fromQuantity > before.fromQuantity && price >= 1 && price < before.priceCentavos;
  });
}
