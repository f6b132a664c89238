import type { OrderStatus } from '@mare/domain/orders/order-state.ts';
import { orderLabel, type ShownOrderState } from '@mare/domain/orders/order-label.ts';
import { Badge, type BadgeTone } from '../ui/data-display/badge.tsx';

const tones: Record<OrderStatus, BadgeTone> = {
  pending: 'warning',
  paid: 'success',
  cancelled: 'neutral',
  failed: 'danger',
  refunded: 'neutral',
  charged_back: 'danger',
};

export function OrderStatusBadge({ status, isDisputed = false, cashOwedCentavos }: ShownOrderState) {
  return (
    <Badge tone={isDisputed ? 'warning' : tones[status]}>
      {orderLabel({ status, isDisputed, cashOwedCentavos })}
    </Badge>
  );
}
