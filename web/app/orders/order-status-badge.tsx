import { ORDER_STATES, type OrderStatus } from '@mare/domain/orders/order-state.ts';
import { Badge, type BadgeTone } from '../ui/data-display/badge.tsx';

const tones: Record<OrderStatus, BadgeTone> = {
  pending: 'warning',
  paid: 'success',
  cancelled: 'neutral',
  failed: 'danger',
  refunded: 'neutral',
  charged_back: 'danger',
};

interface OrderStatusBadgeProps {
  status: OrderStatus;
  /** A paid order whose payment the bank decides about. */
  isDisputed?: boolean;
}

export function OrderStatusBadge({ status, isDisputed = false }: OrderStatusBadgeProps) {
  if (isDisputed) return <Badge tone="warning">Em contestação</Badge>;
  return <Badge tone={tones[status]}>{ORDER_STATES[status].label}</Badge>;
}
