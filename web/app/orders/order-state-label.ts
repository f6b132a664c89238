import { ORDER_STATES, type OrderStatus } from '@mare/domain/orders/order-state.ts';

export interface ShownState {
  status: OrderStatus;
  /** A paid order whose payment the bank decides about. */
  isDisputed?: boolean;
  /** Of a returned order: cash that is still to be handed over. */
  cashOwedCentavos?: number;
}

export function orderStateLabel({ status, isDisputed = false, cashOwedCentavos = 0 }: ShownState): string {
  if (status === 'refunded' && cashOwedCentavos > 0) return 'Devolução em andamento';
  return isDisputed ? 'Em contestação' : ORDER_STATES[status].label;
}
