import { claimKey } from '../../../mail/outbox/claim-key.ts';
import { queueMail } from '../../../mail/outbox/queue-message.ts';
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { PrizeType } from '@mare/domain/draws/prizes/prize-type.ts';
import { queuePush } from '../../../notifications/push/queue-push.ts';
import { queueWhatsApp } from '../../../notifications/whatsapp/queue-whatsapp.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import { readPrizeSettings, taxNoteOf } from '../../../settings/read-prize-settings.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { RifaJob } from '../../draw-events.ts';
import { selectWonPrizes } from '../prizes.queries.ts';
import {
  composeWinnerMail,
  PRIZES_PATH,
  prizeOf,
  reminderSentence,
  reminderTitle,
  winnerSentence,
  winnerTitle,
  type PrizeNotice,
} from './winner-messages.ts';

/** Notifies each winner of a rifa. Idempotent. */
export const notifyWinnersJob = defineJob(
  'tell-winners',
  {},
  async (platform: Platform, { rifaId }: RifaJob) => {
    const prizes = await selectWonPrizes(platform.db)
      .where('winner.rifaId', '=', rifaId)
      .where('claim.state', '=', 'open')
      .execute();
    for (const prize of prizes) await notifyWinner(platform, prize, 'won', '');
  },
);

/** Deduplication key. */
export function winnerNoticeKey(winnerId: string, kind: 'won' | 'reminder', keySuffix = ''): string {
  return `prize:${winnerId}:${kind}:${keySuffix}`;
}

/** Writes notification and messages in one transaction, once. */
export async function notifyWinner(
  platform: Platform,
  prize: PrizeNotice,
  kind: 'won' | 'reminder',
  keySuffix: string,
  withinTransaction?: (trx: Transaction<DB>) => Promise<void>,
): Promise<void> {
  const { db, config } = platform;
  const key = winnerNoticeKey(prize.winnerId, kind, keySuffix);
  const settings = await readPrizeSettings(db);
  const taxNote = taxNoteOf(settings, prize.taxNote, prize.prizeType as PrizeType | null);
  await db.transaction().execute(async (trx) => {
    // Locked: a correction that removes the winner waits for this notification, or precedes it.
    if (!(await lockWinner(trx, prize.winnerId))) return;
    const mail = composeWinnerMail(prize, { publicUrl: config.publicUrl, kind, taxNote });
    const isFirst = mail
      ? await queueMail(trx, platform, mail, { key, topic: 'prize' })
      : await claimKey(trx, platform, { key, topic: 'prize', reason: 'no address' });
    if (!isFirst) return;
    await withinTransaction?.(trx);
    if (prize.userId) {
      const { userId } = prize;
      const title = kind === 'won' ? winnerTitle(prize) : reminderTitle(prize);
      const message = kind === 'won' ? winnerSentence(prize) : reminderSentence(prize);
      await sendNotification(trx, platform, {
        userId,
        type: kind === 'won' ? 'success' : 'warning',
        title,
        message,
        data: { href: PRIZES_PATH, rifaId: prize.rifaId },
        deduplicationKey: key,
      });
      await queuePush(trx, platform, {
        userId,
        topic: 'prize',
        title,
        message,
        href: PRIZES_PATH,
        deduplicationKey: key,
      });
      if (kind === 'won')
        await queueWhatsApp(trx, platform, {
          userId,
          topic: 'prize',
          template: 'voce_ganhou',
          parameters: [prizeOf(prize), prize.rifaTitle, config.publicUrl + PRIZES_PATH],
          deduplicationKey: key,
        });
    }
  });
}

/** @returns false when a correction has removed the winner */
async function lockWinner(trx: Transaction<DB>, winnerId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('rifaWinners')
    .select('id')
    .where('id', '=', winnerId)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
