/** State machine of orders. Every transition goes through this table. */

export const ORDER_STATUSES = ['pending', 'paid', 'cancelled', 'failed', 'refunded', 'charged_back'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** How the numbers of an order count: reserved, sold or free. */
export type NumbersState = 'reserved' | 'sold' | 'none';

interface OrderState {
  /** Label shown to the buyer. */
  label: string;
  holding: NumbersState;
  /**
   * Allowed transitions. A transition from cancelled or failed to paid is a late payment, allowed only while the same
   * numbers are free and sales are open. No payment settles an order that was charged back; if the bank reverses the
   * charge-back, `server/orders/lifecycle/restore-order.ts` restores it.
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
