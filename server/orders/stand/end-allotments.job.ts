import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { endDueAllotments } from './end-allotments.ts';

/** Every minute. */
export const endAllotmentsJob = defineJob(
  'end-stand-allotments',
  { everyMinutes: 1 },
  async (platform: Platform) => {
    await endDueAllotments(platform);
  },
);
