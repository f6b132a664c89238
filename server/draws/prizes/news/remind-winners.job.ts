import { DAY_MS, remindersDue } from '@mare/domain/draws/prizes/claim-deadline.ts';
import { notifyAdmins } from '../../../notifications/notify-admins.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Platform } from '../../../platform/platform.ts';
import { selectWonPrizes } from '../prizes.queries.ts';
import { notifyWinner } from './notify-winners.job.ts';
import { prizeOf, type PrizeNotice } from './winner-messages.ts';

/** Daily at 10:00 in Brasília: reminds winners who have not claimed, and the team when little time is left. */
export const remindWinnersJob = defineJob('remind-winners', { cron: '0 13 * * *' }, remindWinners);

/** Days before the deadline from which the team is notified of every reminder. */
const TEAM_DAYS = 30;

export async function remindWinners(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const open = await selectWonPrizes(db)
    .where('claim.state', '=', 'open')
    .where('claim.claimUntil', '>', now)
    // Until the bank has decided, neither prize nor voucher can expire.
    .where((eb) => eb.or([eb('voucher.isWaiting', 'is', null), eb('voucher.isWaiting', '=', false)]))
    .execute();
  for (const prize of open) {
    const dueReminders = remindersDue(prize.claimUntil, prize.claimDays, now);
    // At most one reminder per run, even if the job missed days.
    if (dueReminders > prize.reminders)
      await notifyWinner(platform, prize, 'reminder', String(dueReminders), async (trx) => {
        await trx
          .updateTable('prizeClaims')
          .set({ reminders: dueReminders })
          .where('winnerId', '=', prize.winnerId)
          .execute();
        if (prize.claimUntil.getTime() - now.getTime() < TEAM_DAYS * DAY_MS)
          await notifyAdmins(trx, platform, {
            type: 'warning',
            title: 'Um prêmio ainda não foi pedido',
            message: teamSentence(prize),
            data: { href: '/admin/sorteios' },
            deduplicationKey: `prize:${prize.winnerId}:team-reminder:${dueReminders}`,
          });
      });
  }
}

function teamSentence(prize: PrizeNotice): string {
  return `${prizeOf(prize)}, de “${prize.rifaTitle}”, pode ser pedido até ${formatLongDate(prize.claimUntil)}. Fale com quem ganhou e registre a tentativa em Sorteios.`;
}
