/** Hourly: expires vouchers, records final uses in the public log, and issues vouchers still waiting for a partner. */
import { UNDO_MS } from '@mare/domain/partners/redemption.ts';
import { recordDelivery } from '../../../draws/prizes/delivery/record-delivery.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { issueVouchers } from '../issue-vouchers.job.ts';
import { moveWaitingVouchers } from './waiting-vouchers.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'log' | 'jobs'>;

export const expireVouchersJob = defineJob('sweep-vouchers', { cron: '7 * * * *' }, expireVouchers);

export async function expireVouchers(platform: Deps): Promise<void> {
  await moveWaitingVouchers(platform);
  await platform.db
    .updateTable('serviceVouchers')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('isWaiting', '=', false)
    .where('expiresAt', '<=', platform.clock.now())
    .execute();
  await recordFinalUses(platform);
  await issueVouchers(platform, null);
}

/** Log entries cannot be undone, so a use is recorded only after its undo period. */
async function recordFinalUses({ db, clock }: Deps): Promise<void> {
  const final = new Date(clock.now().getTime() - UNDO_MS);
  await db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('serviceVouchers')
      .set({ deliveryRecorded: true })
      .where('status', '=', 'validated')
      .where('deliveryRecorded', '=', false)
      .where('validatedAt', '<=', final)
      .returning(['winnerId', 'validatedAt'])
      .execute();
    for (const { winnerId, validatedAt } of used)
      if (winnerId && validatedAt) await recordDelivery(trx, validatedAt, winnerId);
  });
}
