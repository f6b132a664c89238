import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { collectPayouts } from '../../affiliates/payouts/collect-payouts.job.ts';
import { approvePayout, markPayoutPaid } from '../../affiliates/payouts/decide-payout.ts';
import type { Platform } from '../../platform/platform.ts';
import { withFixedClock } from '../fixed-clock.ts';

const DAY_MS = 86_400_000;
/** From midnight until a person pays them. */
const PAID_AFTER_MS = 10 * 3_600_000;

/**
 * Collects the payouts of the latest two 15ths, and pays those of the first.
 *
 * @param adminId the admin who paid them
 */
export async function collectDemoPayouts(platform: Platform, adminId: string): Promise<void> {
  const { startsAt } = latestPayout(platform.clock.now());
  const first = latestPayout(new Date(startsAt.getTime() - DAY_MS)).startsAt;
  await collectPayouts(withFixedClock(platform, first));
  const morning = withFixedClock(platform, new Date(first.getTime() + PAID_AFTER_MS));
  const payouts = await platform.db.selectFrom('payouts').select('id').execute();
  for (const [place, { id: payoutId }] of payouts.entries()) {
    const decision = { payoutId, userId: adminId, ipAddress: null };
    await approvePayout(morning, decision);
    await markPayoutPaid(morning, { ...decision, reference: `E0000000020260000000${place + 1}` });
  }
  await collectPayouts(withFixedClock(platform, startsAt));
}
