/** Routes of a testbed, without processes in the background. */
import { createLiveDraws } from '../draws/audience/live-draws.ts';
import { createLiveNotifications } from '../notifications/live-notifications.ts';
import type { Platform } from '../platform/platform.ts';
import { createRouter } from './router.ts';
import type { Services } from './services.ts';

export type TestRouter = ReturnType<typeof createRouter>;

export function createTestRouter({
  platform,
  orderBatchWriter,
  payments,
}: Pick<Services, 'orderBatchWriter' | 'payments'> & { platform: Platform }): TestRouter {
  return createRouter({
    orderBatchWriter,
    payments,
    liveNotifications: createLiveNotifications(platform),
    liveDraws: createLiveDraws(platform),
    endStreams: () => Promise.resolve(),
    stop: () => Promise.resolve(),
  });
}
