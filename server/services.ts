/** Process-wide services shared by features. */
import { createLiveNotifications, type LiveNotifications } from './notifications/live-notifications.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from './orders/reservation/order-batch-writer.ts';
import { createPayments, type Payments } from './payments/payments.ts';
import type { Platform } from './platform/platform.ts';

export interface Services {
  orderBatchWriter: OrderBatchWriter;
  liveNotifications: LiveNotifications;
  payments: Payments;
  stop(): Promise<void>;
}

export function createServices(platform: Platform): Services {
  const orderBatchWriter = createOrderBatchWriter(platform);
  const payments = createPayments(platform);
  const liveNotifications = createLiveNotifications(platform);
  return {
    orderBatchWriter,
    payments,
    liveNotifications,
    stop: async () => {
      await liveNotifications.stop();
      await payments.stop();
      await orderBatchWriter.close();
    },
  };
}
