import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { collectPayouts } from '../../affiliates/payouts/collect-payouts.job.ts';
import { approvePayout, markPayoutPaid } from '../../affiliates/payouts/decide-payout.ts';
import type { Platform } from '../../platform/platform.ts';
import { platformAsOf } from '../platform-as-of.ts';

const DAY_MS = 86_400_000;

/**
 * Collects the payouts of the latest two 15ths, and pays those of the first.
 *
 * @param adminId the admin who paid them
 */
export async function collectDemoPayouts(platform: Platform, adminId: string): Promise<void> {
  const { startsAt } = latestPayout(platform.clock.now());
  const before = platformAsOf(platform, latestPayout(new Date(startsAt.getTime() - DAY_MS)).startsAt);
  await collectPayouts(before);
  const payouts = await platform.db.selectFrom('payouts').select('id').execute();
  for (const [place, { id: payoutId }] of payouts.entries()) {
    const decision = { payoutId, userId: adminId, ipAddress: null };
    await approvePayout(before, decision);
    await markPayoutPaid(before, { ...decision, reference: `E0000000020260000000${place + 1}` });
  }
  await collectPayouts(platformAsOf(platform, startsAt));
}
