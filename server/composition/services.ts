/** Process-wide services shared by features. */
import { createLiveDraws, type LiveDraws } from '../draws/audience/live-draws.ts';
import { createLiveNotifications, type LiveNotifications } from '../notifications/live-notifications.ts';
import { createOrderBatchWriter, type OrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { createPayments, type Payments } from '../payments/payments.ts';
import type { Platform } from '../platform/platform.ts';

export interface Services {
  orderBatchWriter: OrderBatchWriter;
  liveNotifications: LiveNotifications;
  liveDraws: LiveDraws;
  payments: Payments;
  /** Ends the event streams, which do not end on their own. */
  endStreams: () => Promise<void>;
  stop(): Promise<void>;
}

export function createServices(platform: Platform): Services {
  const orderBatchWriter = createOrderBatchWriter(platform);
  const payments = createPayments(platform);
  const liveNotifications = createLiveNotifications(platform);
  const liveDraws = createLiveDraws(platform);
  const endStreams = async () => {
    await Promise.all([liveNotifications.stop(), liveDraws.stop()]);
  };
  return {
    orderBatchWriter,
    payments,
    liveNotifications,
    liveDraws,
    endStreams,
    stop: async () => {
      await endStreams();
      await payments.stop();
      await orderBatchWriter.close();
    },
  };
}
