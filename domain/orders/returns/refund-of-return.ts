import { splitByShares } from '../../payments/ledger.ts';
import { type KeptCotas, priceOf, type Return, type ReturnedCotas } from './decide-return.ts';

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
  if (kept.length === 0) return split(Math.min(left, priceOf(returned)), returned);
  const held = [...returned, ...kept];
  const sealed = Math.min(left, sealedCentavos({ returned, kept }));
  const ofSealed = split(sealed, held, ({ isSealed }) => isSealed);
  const ofOthers = split(left - sealed, held, ({ isSealed }) => !isSealed);
  const amounts = returned.map((_, index) => ofSealed[index]! + ofOthers[index]!);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  return total < left ? amounts : split(Math.max(0, left - 1), returned);
}

type Cotas = ReturnedCotas | KeptCotas;

/** Splits an amount among the cotas that take part, in proportion to their price. */
function split(centavos: number, cotas: readonly Cotas[], takesPart: (of: Cotas) => boolean = () => true) {
  return splitByShares(
    centavos,
    cotas.map((line) => ({ rifaId: line.rifaId, totalCentavos: takesPart(line) ? line.centavos : 0 })),
  );
}

/** Price of the cotas on frozen lists, which one admin alone cannot refund. */
export function sealedCentavos({ returned, kept }: Pick<Return, 'returned' | 'kept'>): number {
  return priceOf([...returned, ...kept].filter(({ isSealed }) => isSealed));
}
