/** Job queues of a benchmark's shop, in the benchmark's own process. */
import { createCaches } from '@mare/server/platform/caching/caches.ts';
import { readConfig } from '@mare/server/platform/config/config.ts';
import { installJobs, type JobRunner, startJobs } from '@mare/server/platform/jobs/jobs.ts';
import type { Platform } from '@mare/server/platform/platform.ts';
import type { Cleanup } from '../processes/cleanup.ts';

interface ShopWithJobs {
  url: string;
  /** The shop's platform, for reads and writes outside the API. */
  parts: Pick<Platform, 'db' | 'pool' | 'clock' | 'random' | 'log'>;
  jobs: Parameters<JobRunner['prepare']>[0];
  /** Whether this process may run jobs. */
  runsJobs: boolean;
}

/** @returns the platform of a shop outside the demonstration that mails nothing */
export async function startShopJobs(
  { url, parts, jobs: types, runsJobs: works }: ShopWithJobs,
  cleanup: Cleanup,
): Promise<Platform & { jobs: JobRunner }> {
  await installJobs(url);
  const jobs = await startJobs(url, parts.log, works);
  cleanup.add(() => jobs.stop());
  await jobs.prepare(types);
  const config = readConfig({
    DATABASE_URL: url,
    DEMO: '0',
    PUBLIC_URL: 'https://loja.example',
    MERCADOPAGO_ACCESS_TOKEN: 'none',
    MERCADOPAGO_WEBHOOK_SECRETS: 'none',
  });
  return { ...parts, config, jobs, caches: createCaches(), mailer: { send: () => Promise.resolve() } };
}
