import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Auth } from '../auth.ts';
import { rotateSigningKey } from './key-ring.ts';

/** Rotates the signing key on the first of each month. */
export const rotateSigningKeyJob = defineJob(
  'rotate-signing-key',
  { cron: '0 7 1 * *' },
  async (auth: Auth) => {
    await rotateSigningKey(auth);
  },
);
