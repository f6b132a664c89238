import type { ContactChannel, ContactOutcome } from '@mare/domain/draws/prizes/prize-state.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { PanelUser } from '../../../platform/http/api.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockPrize } from '../prizes.queries.ts';

export interface ContactAttempt {
  winnerId: string;
  contactedAt: Date;
  channel: ContactChannel;
  outcome: ContactOutcome;
  note: string;
}

export type RecordContactResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'IN_FUTURE' };

/** Records an attempt of the team to reach a winner, who sees it. */
export function recordContact(
  platform: Platform,
  by: PanelUser,
  { winnerId, ...attempt }: ContactAttempt,
): Promise<RecordContactResult> {
  const { db, clock, random } = platform;
  return db.transaction().execute(async (trx) => {
    const now = clock.now();
    if (attempt.contactedAt > now) return { ok: false, code: 'IN_FUTURE' };
    const prize = await lockPrize(trx, winnerId);
    if (!prize) return { ok: false, code: 'NOT_FOUND' };
    const id = random.uuid();
    await trx
      .insertInto('prizeContacts')
      .values({ id, winnerId, ...attempt, recordedBy: by.userId, recordedAt: now })
      .execute();
    await recordActivity(trx, platform, {
      ...by,
      action: 'contact-winner',
      entityType: 'winner',
      entityId: winnerId,
      description: `Tentativa de contato com quem ganhou o ${prize.winnerPosition}º lugar de “${prize.title}”.`,
      details: { channel: attempt.channel, outcome: attempt.outcome, contactedAt: attempt.contactedAt },
    });
    if (prize.userId && attempt.outcome !== 'reached')
      await sendNotification(trx, platform, {
        userId: prize.userId,
        type: 'warning',
        title: 'Tentamos falar com você',
        message: `Você tem um prêmio de “${prize.title}” à espera. Diga em Meus prêmios como prefere receber.`,
        data: { href: '/meus-premios', rifaId: prize.rifaId },
        deduplicationKey: `prize:${winnerId}:contact:${id}`,
      });
    return { ok: true };
  });
}
