/** Every hour: vouchers whose time is over become expired, and winners who still wait get theirs if a partner is there. */
import type { JobDefinition } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { issueVouchers } from './issue-vouchers.job.ts';

export const SWEEP_VOUCHERS = 'sweep-vouchers';

type Needs = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'log'>;

export function sweepVouchersJob(platform: Needs): JobDefinition<object> {
  return { name: SWEEP_VOUCHERS, cron: '7 * * * *', handle: () => sweepVouchers(platform) };
}

export async function sweepVouchers(platform: Needs): Promise<void> {
  await platform.db
    .updateTable('serviceVouchers')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expiresAt', '<=', platform.clock.now())
    .execute();
  await issueVouchers(platform, null);
}
