import type { Outage } from '@mare/contract/admin/outage.ts';
import { isWorkerDown } from '@mare/domain/admin/jobs/worker-down.ts';
import { checkWrites } from '../platform/database/check-writes.ts';
import { secondsSinceWorker } from '../platform/jobs/seconds-since-worker.ts';
import type { Platform } from '../platform/platform.ts';

/** Checks for faults that stop sales while pages are still served. */
export async function readOutage(platform: Pick<Platform, 'caches' | 'clock' | 'db'>): Promise<Outage> {
  const [rejectsWrites, seconds] = await Promise.all([
    checkWrites(platform).then(
      () => false,
      () => true,
    ),
    secondsSinceWorker(platform.db),
  ]);
  return { rejectsWrites, isWorkerDown: isWorkerDown(seconds) };
}
