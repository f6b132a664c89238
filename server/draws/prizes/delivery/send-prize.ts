import { stateAt, statesBefore } from '@mare/domain/draws/prizes/prize-state.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { PanelUser } from '../../../platform/http/api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hasUsableVoucher, lockPrize } from '../prizes.queries.ts';

export type SendPrizeResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' | 'ORDER_NOT_PAID' | 'VOUCHER_PENDING' | 'PRIZE_OVER' };

/** Records that a prize is on its way. Sending again changes the note. @param note carrier, tracking code, date */
export function sendPrize(
  platform: Platform,
  by: PanelUser,
  { winnerId, note }: { winnerId: string; note: string },
): Promise<SendPrizeResult> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const prize = await lockPrize(trx, winnerId);
    if (!prize) return { ok: false, code: 'NOT_FOUND' };
    if (!prize.isPaid) return { ok: false, code: 'ORDER_NOT_PAID' };
    const now = clock.now();
    if (!statesBefore('sent').includes(stateAt(prize, now))) return { ok: false, code: 'PRIZE_OVER' };
    if (await hasUsableVoucher(trx, winnerId, now)) return { ok: false, code: 'VOUCHER_PENDING' };
    await trx
      .updateTable('prizeClaims')
      .set((eb) => ({
        state: 'sent',
        claimedAt: eb.fn.coalesce('claimedAt', eb.val(now)),
        sentAt: eb.fn.coalesce('sentAt', eb.val(now)),
        sentNote: note,
      }))
      .where('winnerId', '=', winnerId)
      .execute();
    await recordActivity(trx, platform, {
      ...by,
      action: 'send-prize',
      entityType: 'winner',
      entityId: winnerId,
      description: `Prêmio do ${prize.winnerPosition}º lugar de “${prize.title}” enviado.`,
      details: { note },
    });
    if (prize.userId && prize.state !== 'sent')
      await sendNotification(trx, platform, {
        userId: prize.userId,
        type: 'success',
        title: 'Seu prêmio está a caminho',
        message: `O prêmio de “${prize.title}” saiu para você: ${note}`,
        data: { href: '/meus-premios', rifaId: prize.rifaId },
        deduplicationKey: `prize:${winnerId}:sent`,
      });
    return { ok: true };
  });
}
