import { splitByShares } from '../../payments/ledger.ts';
import { priceOf, type Return } from './decide-return.ts';

/**
 * Splits the rest of a payment between the cotas that go back and those that stay. Without an earlier refund of an
 * amount, each line gets its price. Such a refund lowers the cotas outside frozen lists first, in proportion to their
 * value. While cotas stay, at least one centavo stays, because a fully refunded payment ends its order.
 *
 * @param leftCentavos of the payment, without a requested refund
 * @returns centavos of each line of `returned`, at most its price
 */
export function refundOfReturn({ returned, kept }: Return, leftCentavos: number): number[] {
  const left = Math.max(0, leftCentavos);
  const spread = (centavos: number) =>
    splitByShares(
      centavos,
      returned.map((line) => ({ rifaId: line.rifaId, totalCentavos: line.centavos })),
    );
  if (kept.length === 0) return spread(Math.min(left, priceOf(returned)));
  const held = [...returned, ...kept];
  const sealed = Math.min(left, sealedCentavos({ returned, kept }));
  const amounts = returned.map(({ isSealed, centavos }) => {
    const price = priceOf(held.filter((line) => line.isSealed === isSealed));
    return price === 0 ? 0 : Math.floor(((isSealed ? sealed : left - sealed) * centavos) / price);
  });
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return total < left ? amounts : spread(Math.max(0, left - 1));
}

/** Price of the cotas on frozen lists, which one admin alone cannot refund. */
export function sealedCentavos({ returned, kept }: Pick<Return, 'returned' | 'kept'>): number {
  return priceOf([...returned, ...kept].filter(({ isSealed }) => isSealed));
}
