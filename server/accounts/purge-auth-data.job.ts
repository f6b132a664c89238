import { defineJob } from '../platform/jobs/define-job.ts';
import { purge } from '../platform/database/retention.ts';
import type { Auth } from './auth.ts';
import { accountsRetention } from './accounts.retention.ts';

export const purgeAuthDataJob = defineJob(
  'sweep-auth',
  { everyMinutes: 15 },
  async (auth: Auth) => void (await purge(auth, accountsRetention)),
);
