import { ORDER_STATES, type OrderStatus } from '@mare/domain/orders/order-state.ts';

export interface ShownState {
  status: OrderStatus;
  /** A paid order whose payment the bank decides about. */
  isDisputed?: boolean;
}

export function orderStateLabel({ status, isDisputed = false }: ShownState): string {
  return isDisputed ? 'Em contestação' : ORDER_STATES[status].label;
}
