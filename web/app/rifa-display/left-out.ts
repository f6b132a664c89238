import type { Holding } from '@mare/contract/orders/orders.ts';
import { formatCount } from '../format.ts';

/** What became of cotas that were on no list; empty without any. */
export function leftOutSentence({
  quantity,
  leftOut,
  leftOutForRefund,
}: Pick<Holding, 'quantity' | 'leftOut' | 'leftOutForRefund'>): string {
  if (leftOut === 0) return '';
  const which =
    leftOut < quantity
      ? formatCount(leftOut, 'cota ficou', 'cotas ficaram')
      : quantity === 1
        ? 'A sua cota ficou'
        : 'As suas cotas ficaram';
  const why =
    leftOutForRefund === 0
      ? 'estava em contestação'
      : leftOutForRefund < leftOut
        ? 'estava em contestação ou sendo devolvido'
        : 'estava sendo devolvido';
  return `${which} fora da lista deste sorteio, porque o pagamento ${why} quando ela fechou.`;
}
