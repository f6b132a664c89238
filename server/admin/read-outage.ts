import type { Outage } from '@mare/contract/admin/outage.ts';
import { isWorkerAway } from '@mare/domain/admin/jobs/worker-away.ts';
import { probeWrite } from '../platform/database/probe-write.ts';
import { secondsSinceWorker } from '../platform/jobs/worker-seen.ts';
import { atMostEvery } from '../platform/metrics/cached-read.ts';
import type { Platform } from '../platform/platform.ts';

/** A probe writes to the database, and the panel asks every 15 seconds. */
const PROBE_EVERY_MS = 15_000;

/** What stops the shop although its pages are served. */
export function createReadOutage({ clock, db }: Pick<Platform, 'clock' | 'db'>): () => Promise<Outage> {
  const probe = atMostEvery(clock, PROBE_EVERY_MS, () => probeWrite(db));
  return async () => {
    const [rejectsWrites, seconds] = await Promise.all([
      probe().then(
        () => false,
        () => true,
      ),
      secondsSinceWorker(db),
    ]);
    return { rejectsWrites, isWorkerAway: isWorkerAway(seconds) };
  };
}
