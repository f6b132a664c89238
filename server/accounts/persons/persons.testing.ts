import { createOrderTestbed } from '../../orders/orders.testing.ts';
import { createCaches } from '../../platform/caching/caches.ts';
import { readConfig } from '../../platform/config/config.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { personsJoined } from './persons-joined.ts';
import { spendingBlocked } from '../limits/spending-blocked.ts';

export type PersonsTestbed = Awaited<ReturnType<typeof createPersonsTestbed>>;

/** A database with the job queue that joining persons writes to. */
export async function createPersonsTestbed() {
  const bed = await createOrderTestbed();
  const jobs = await startJobs(bed.url, bed.platform.log, false);
  await jobs.prepare([spendingBlocked, personsJoined]);
  return {
    ...bed,
    /** The shop under these keys, newest first. */
    shopWith: (...personKeys: string[]) => ({
      ...bed.platform,
      jobs,
      caches: createCaches(),
      config: { ...readConfig({}), personKeys },
    }),
    async close() {
      await jobs.stop();
      await bed.drop();
    },
  };
}
