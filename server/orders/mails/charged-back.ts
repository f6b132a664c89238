import { hasSalesEnded } from '@mare/domain/orders/sale-state.ts';
import type { StoredOrder } from '../order.queries.ts';

/** Text about the numbers of a charged-back order: a list that closed before still contains them. */
export function numbersOfChargeBack({ lines }: Pick<StoredOrder, 'lines'>): string {
  return lines.some(hasSalesEnded)
    ? 'Os números não entram mais na lista de um sorteio. Uma lista que já tinha fechado com eles não muda, mas o prêmio de um número sem pagamento não é entregue.'
    : 'Os números não participam mais do sorteio.';
}
