/** What lives as long as the process and several features share. */
import { createLiveNotifications, type LiveNotifications } from './notifications/live-notifications.ts';
import { createOrderLane, type OrderLane } from './orders/reservation/reserve-order.ts';
import { createPayments, type Payments } from './payments/payments.ts';
import type { Platform } from './platform/platform.ts';

export interface Services {
  orderLane: OrderLane;
  liveNotifications: LiveNotifications;
  payments: Payments;
  stop(): Promise<void>;
}

export function createServices(platform: Platform): Services {
  const orderLane = createOrderLane(platform);
  const payments = createPayments(platform);
  const liveNotifications = createLiveNotifications(platform);
  return {
    orderLane,
    payments,
    liveNotifications,
    stop: async () => {
      await liveNotifications.stop();
      await payments.stop();
      await orderLane.close();
    },
  };
}
