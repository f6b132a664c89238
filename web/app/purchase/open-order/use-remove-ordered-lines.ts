import { useEffect } from 'react';
import type { OrderPage } from '@mare/contract/orders/orders.ts';
import { cartStore } from '../../cart/cart-store.ts';
import { useOpenOrders } from './use-open-orders.ts';

/** Removes the lines of the caller's open or paid order that are still in the cart, because its response was lost. */
export function useRemoveOrderedLines(order: OrderPage | undefined): void {
  const { orders } = useOpenOrders();
  const isOpen = orders.some(({ externalReference }) => externalReference === order?.externalReference);
  // Only the buyer may withdraw: anyone with the reference can open the page.
  const isOwnPaid = order?.status === 'paid' && order.withdrawal !== null;
  const items = (order?.status === 'pending' && isOpen) || isOwnPaid ? order.items : undefined;
  useEffect(() => {
    if (items) cartStore.removeOrdered(items);
  }, [items]);
}
