import { isBeforeSalesEnd } from '@mare/domain/orders/sale-state.ts';
import type { StoredOrder } from '../reading/order.queries.ts';

/** Text about the lists of a won dispute: a list frozen during the dispute excludes the cotas. */
export function listsOfWonDispute({ lines }: Pick<StoredOrder, 'lines'>): string {
  const isOpen = lines.some(isBeforeSalesEnd);
  const isClosed = !lines.every(isBeforeSalesEnd);
  return [
    isOpen && 'As cotas entram na lista de cada sorteio que ainda não fechou.',
    isClosed && 'Se uma lista fechou durante a contestação, as cotas ficaram fora dela: o pedido diz quais.',
  ]
    .filter(Boolean)
    .join(' ');
}
