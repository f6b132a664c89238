/** Hourly: reminds winners of a voucher without an agreed date before it expires, once for each expiry. */
import { sql } from 'kysely';
import { formatLongDate } from '@mare/domain/format.ts';
import { VOUCHER_REMINDER_MS } from '@mare/domain/partners/partner-terms.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { awaitsDecision } from '../awaits-decision.ts';
import { notifyWinner } from '../notify-winner.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

export const remindExpiringVouchersJob = defineJob(
  'remind-expiring-vouchers',
  { cron: '37 * * * *' },
  remindExpiringVouchers,
);

export async function remindExpiringVouchers(platform: Deps): Promise<void> {
  const now = platform.clock.now();
  await platform.db.transaction().execute(async (trx) => {
    const dueVouchers = await trx
      .updateTable('serviceVouchers')
      .from('partners')
      .set((eb) => ({ remindedOfExpiry: eb.ref('serviceVouchers.expiresAt') }))
      .whereRef('partners.id', '=', 'serviceVouchers.partnerId')
      .where('serviceVouchers.status', '=', 'pending')
      .where('expiresAt', '>', now)
      .where('expiresAt', '<=', new Date(now.getTime() + VOUCHER_REMINDER_MS))
      .where(sql<boolean>`reminded_of_expiry is distinct from expires_at`)
      .where((eb) => eb.not(awaitsDecision('serviceVouchers.winnerId')))
      // Agreed dates have a separate reminder.
      .where((eb) => eb.or([eb('bookedFor', 'is', null), eb('bookedFor', '<=', now)]))
      .returning(['serviceVouchers.id', 'expiresAt', 'companyName', 'partners.status as partnerStatus'])
      .execute();
    for (const { id, expiresAt, companyName, partnerStatus } of dueVouchers) {
      const next =
        partnerStatus === 'active'
          ? `Combine o dia com ${companyName} e use antes.`
          : `${companyName} não está atendendo agora: fale com a equipe para não perder o prazo.`;
      await notifyWinner(trx, platform, {
        voucherId: id,
        type: 'warning',
        title: 'O seu voucher vence em breve',
        text: `o voucher vale até ${formatLongDate(expiresAt)}. ${next}`,
        key: `voucher-expiring:${id}:${expiresAt.getTime()}`,
      });
    }
  });
}
