import type { Holding } from '@mare/contract/orders/orders.ts';
import { formatCount } from '../format.ts';

/** Sentence about cotas excluded from a draw list; empty without any. */
export function listExclusionSentence({
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

/** Sentence about cotas with a disputed payment; empty without any. */
export function disputeSentence({
  quantity,
  disputed,
  status,
}: Pick<Holding, 'quantity' | 'disputed' | 'status'>): string {
  if (disputed === 0 || status === 'cancelled') return '';
  const which =
    disputed < quantity
      ? `de ${formatCount(disputed, 'cota', 'cotas')}`
      : quantity === 1
        ? 'da sua cota'
        : 'das suas cotas';
  const effect = disputed === 1 ? 'ela não entra' : 'elas não entram';
  return [
    `O pagamento ${which} está em contestação no banco.`,
    ...(status === 'active' ? [`Enquanto ele não decidir, ${effect} na lista de um sorteio que feche.`] : []),
  ].join(' ');
}
