import { recordActivity } from '../../activity-log/record-activity.ts';
import { defineJob } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { CLAIM_DAYS } from '../replace-winners.ts';
import { selectWonPrizes } from './prizes.queries.ts';
import { notifyWinner } from './notify-winners.job.ts';

const DAY_MS = 86_400_000;
/** Days left to claim at which reminders are due. */
const REMIND_WHEN_LEFT = [23, 15, 7, 1];

/** Daily at 10:00 in Brasília: reminds winners who have not claimed, and expires overdue claims. */
export const remindWinnersJob = defineJob('remind-winners', { cron: '0 13 * * *' }, remindWinners);

export async function remindWinners(platform: Platform): Promise<void> {
  await endClaims(platform);
  const { db, clock } = platform;
  const now = clock.now().getTime();
  const open = await selectWonPrizes(db).where('claim.state', '=', 'open').execute();
  for (const prize of open) {
    const left = (prize.claimUntil.getTime() - now) / DAY_MS;
    const due = REMIND_WHEN_LEFT.filter((days) => left <= days).length;
    // At most one reminder per run, even if the job missed days.
    if (due > prize.reminders)
      await notifyWinner(platform, prize, 'reminder', String(due), async (trx) => {
        await trx
          .updateTable('prizeClaims')
          .set({ reminders: due })
          .where('winnerId', '=', prize.winnerId)
          .execute();
      });
  }
}

async function endClaims(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('prizeClaims')
      .set({ state: 'expired' })
      .where('state', '=', 'open')
      .where('claimUntil', '<=', clock.now())
      // Vouchers have a separate expiry.
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('serviceVouchers')
              .select('id')
              .whereRef('serviceVouchers.winnerId', '=', 'prizeClaims.winnerId')
              .where('status', '=', 'pending'),
          ),
        ),
      )
      .returning('winnerId')
      .execute();
    for (const { winnerId } of ended)
      await recordActivity(trx, platform, {
        userId: null,
        action: 'expire-prize',
        entityType: 'winner',
        entityId: winnerId,
        description: `Prêmio não pedido em ${CLAIM_DAYS} dias.`,
      });
  });
}
