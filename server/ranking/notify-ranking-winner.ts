import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type Period, PERIODS } from '@mare/domain/ranking/periods.ts';
import { sendNotification } from '../notifications/send-notification.ts';
import type { Platform } from '../platform/platform.ts';

interface Winner {
  kind: Period['kind'];
  startsAt: Date;
  place: number;
  /** From 1; above 1 once the place was reassigned. */
  holderNumber: number;
  userId: string;
  prize: string;
}

export async function notifyRankingWinner(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { kind, startsAt, place, holderNumber, userId, prize }: Winner,
): Promise<void> {
  const key = `ranking:${kind}:${startsAt.toISOString()}:${place}`;
  await sendNotification(trx, platform, {
    userId,
    type: 'success',
    title: `Você ficou em ${place}º no ranking ${PERIODS[kind].of}!`,
    message: `Seu prêmio: ${prize}. Vamos falar com você para entregar.`,
    data: { href: '/ranking' },
    deduplicationKey: holderNumber === 1 ? key : `${key}:${holderNumber}`,
  });
}
