import { hasSalesEnded } from '../sale-state.ts';

/** Lists are immutable, so a list that closed before a charge-back still contains its numbers. */
export const CLOSED_LIST_STAYS = 'Uma lista do sorteio que já tinha fechado não muda';

/** Describes the numbers of a charged-back order. @param lines of the order */
export function describeChargedBackNumbers(lines: readonly { rifaStatus: string }[]): string {
  return lines.some(hasSalesEnded)
    ? `Os números não entram mais na lista de um sorteio. ${CLOSED_LIST_STAYS}, mas o prêmio de um número sem pagamento não é entregue.`
    : 'Os números não participam mais do sorteio.';
}
