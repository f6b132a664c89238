import { ORDER_STATES, type OrderStatus } from './order-state.ts';

export interface ShownOrderState {
  status: OrderStatus;
  /** A paid order whose payment the bank decides about. */
  isDisputed?: boolean;
  /** Cash of a refunded order that is still to be handed over. */
  cashOwedCentavos?: number;
}

/** The state of an order as pages, lists and exports name it. */
export function orderLabel({ status, isDisputed = false, cashOwedCentavos = 0 }: ShownOrderState): string {
  if (status === 'refunded' && cashOwedCentavos > 0) return 'Devolução em andamento';
  return isDisputed ? 'Em contestação' : ORDER_STATES[status].label;
}
