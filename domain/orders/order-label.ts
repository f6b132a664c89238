import { ORDER_STATES, type OrderStatus } from './order-state.ts';

export interface ShownOrderState {
  status: OrderStatus;
  /** A paid order whose payment is disputed. */
  isDisputed?: boolean;
  /** A refunded order whose cash is still to be handed over. */
  cashOwedCentavos?: number;
}

/** Label of an order's state on pages, in lists and in exports. */
export function orderLabel({ status, isDisputed = false, cashOwedCentavos = 0 }: ShownOrderState): string {
  if (status === 'refunded' && cashOwedCentavos > 0) return 'Devolução em andamento';
  return isDisputed ? 'Em contestação' : ORDER_STATES[status].label;
}
