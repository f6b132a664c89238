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

export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={tones[status]}>{ORDER_STATES[status].label}</Badge>;
}
