/** Every hour: vouchers whose time is over become expired, and winners who still wait get theirs if a partner is there. */
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { issueVouchers } from './issue-vouchers.job.ts';

type Needs = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'log'>;

export const sweepVouchersJob = defineJob('sweep-vouchers', { cron: '7 * * * *' }, sweepVouchers);

export async function sweepVouchers(platform: Needs): Promise<void> {
  await platform.db
    .updateTable('serviceVouchers')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', platform.clock.now())
    .execute();
  await issueVouchers(platform, null);
}
