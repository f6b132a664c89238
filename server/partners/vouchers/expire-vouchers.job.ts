/** Hourly: expires vouchers, and issues those still waiting for a partner. */
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { issueVouchers } from './issue-vouchers.job.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'log'>;

export const expireVouchersJob = defineJob('sweep-vouchers', { cron: '7 * * * *' }, expireVouchers);

export async function expireVouchers(platform: Deps): Promise<void> {
  await platform.db
    .updateTable('serviceVouchers')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', platform.clock.now())
    .execute();
  await issueVouchers(platform, null);
}
