/** What lives as long as the process and several features share. */
import { createOrderLane, type OrderLane } from './orders/reserve-order.ts';
import { createPayments, type Payments } from './payments/payments.ts';
import type { Platform } from './platform/platform.ts';

export interface Services {
  orderLane: OrderLane;
  payments: Payments;
}

export function createServices(platform: Platform): Services {
  return { orderLane: createOrderLane(platform), payments: createPayments(platform) };
}
