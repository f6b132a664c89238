/** The life of an order. Every change of state anywhere goes through this table. */

export const ORDER_STATUSES = ['pending', 'paid', 'cancelled', 'failed', 'refunded', 'charged_back'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What an order's numbers count as: held for the buyer, bought, or nobody's. */
export type Holding = 'reserved' | 'sold' | 'none';

interface OrderState {
  /** What the buyer reads. */
  label: string;
  holding: Holding;
  /**
   * The states it may change to. From cancelled or failed to paid is money that arrived late: allowed only while the
   * same numbers are all free and sales are open.
   */
  next: readonly OrderStatus[];
}

export const ORDER_STATES: Readonly<Record<OrderStatus, OrderState>> = {
  pending: { label: 'Pendente', holding: 'reserved', next: ['paid', 'cancelled', 'failed'] },
  paid: { label: 'Pago', holding: 'sold', next: ['refunded', 'charged_back'] },
  cancelled: { label: 'Cancelado', holding: 'none', next: ['paid'] },
  failed: { label: 'Falhou', holding: 'none', next: ['paid'] },
  refunded: { label: 'Reembolsado', holding: 'none', next: [] },
  charged_back: { label: 'Contestado', holding: 'none', next: [] },
};

export function canChangeOrder(from: OrderStatus, to: OrderStatus): boolean {
  return ORDER_STATES[from].next.includes(to);
}
