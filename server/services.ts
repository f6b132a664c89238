/** What lives as long as the process and several features share. */
import { createOrderLane, type OrderLane } from './orders/reserve-order.ts';
import { createPayments, type Payments } from './payments/payments.ts';
import type { Platform } from './platform/platform.ts';

export interface Services {
  orderLane: OrderLane;
  payments: Payments;
  stop(): Promise<void>;
}

export function createServices(platform: Platform): Services {
  const orderLane = createOrderLane(platform);
  const payments = createPayments(platform);
  return {
    orderLane,
    payments,
    stop: async () => {
      await payments.stop();
      await orderLane.close();
    },
  };
}
