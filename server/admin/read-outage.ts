import type { Outage } from '@mare/contract/admin/outage.ts';
import { isWorkerAway } from '@mare/domain/admin/jobs/worker-away.ts';
import { checkWrites } from '../platform/database/check-writes.ts';
import { secondsSinceWorker } from '../platform/jobs/worker-seen.ts';
import type { Platform } from '../platform/platform.ts';

/** What stops the shop although its pages are served. */
export async function readOutage(platform: Pick<Platform, 'caches' | 'clock' | 'db'>): Promise<Outage> {
  const [rejectsWrites, seconds] = await Promise.all([
    checkWrites(platform).then(
      () => false,
      () => true,
    ),
    secondsSinceWorker(platform.db),
  ]);
  return { rejectsWrites, isWorkerAway: isWorkerAway(seconds) };
}
