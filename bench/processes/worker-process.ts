/** The worker with all jobs and loops, and a mail server without cost. Replies when it works; exits with its parent. */
import type { JobRunner } from '@mare/server/platform/jobs/jobs.ts';
import { setHeapGrowth } from '@mare/server/platform/heap-growth.ts';
import { startWorker } from '@mare/server/composition/worker.ts';
import { createBenchPlatform } from './bench-platform.ts';

/** Same as in production. */
const CONNECTIONS = 8;
setHeapGrowth('worker');

const { platform, services } = await createBenchPlatform(true, CONNECTIONS, { send: async () => undefined });
await startWorker(platform, platform.jobs as JobRunner, services);
process.send!('works');
process.on('disconnect', () => process.exit());
