import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { importShippedArchive } from './import-archive.ts';
import { refreshArchive } from './refresh-archive.ts';

export const refreshArchiveJob = defineJob(
  'refresh-lottery-archive',
  { everyMinutes: 10 },
  async (platform: Platform) => {
    await importShippedArchive(platform);
    await refreshArchive(platform);
  },
);
