import { stateAt, statesBefore } from '@mare/domain/draws/prizes/prize-state.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPrize } from './prizes.queries.ts';
import { composeClaimMail } from './news/winner-messages.ts';

export interface PrizeContact {
  name: string;
  phone: string;
  /** Preferred place and time of delivery; may be empty. */
  note: string;
}

/**
 * Claims a prize with the winner's contact, which can be changed until the prize is sent. Each contact is mailed to the
 * winner.
 */
export function claimPrize(
  platform: Platform,
  { winnerId, userId, contact }: { winnerId: string; userId: string; contact: PrizeContact },
): Promise<{ ok: true } | { ok: false; code: 'NOT_FOUND' | 'OVER' }> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const prize = await lockPrize(trx, winnerId);
    if (!prize || prize.userId !== userId) return { ok: false, code: 'NOT_FOUND' };
    const now = clock.now();
    if (!statesBefore('claimed').includes(stateAt(prize, now))) return { ok: false, code: 'OVER' };
    await trx
      .updateTable('prizeClaims')
      .set((eb) => ({
        state: 'claimed',
        claimedAt: eb.fn.coalesce('claimedAt', eb.val(now)),
        contact: JSON.stringify(contact),
      }))
      .where('winnerId', '=', winnerId)
      .execute();
    await recordActivity(trx, platform, {
      userId,
      action: 'claim-prize',
      entityType: 'winner',
      entityId: winnerId,
      description: `Prêmio do ${prize.winnerPosition}º lugar pedido por quem ganhou.`,
      details: { rifaId: prize.rifaId },
    });
    await mailContact(trx, platform, { winnerId, contact }, prize);
    return { ok: true };
  });
}

/** Once for each contact: saving the same one again mails nothing. */
async function mailContact(
  trx: Transaction<DB>,
  platform: Platform,
  { winnerId, contact }: { winnerId: string; contact: PrizeContact },
  prize: NonNullable<Awaited<ReturnType<typeof lockPrize>>>,
): Promise<void> {
  if (!prize.winnerEmail) return;
  const mail = composeClaimMail(
    {
      email: prize.winnerEmail,
      rifaTitle: prize.title,
      prizeName: prize.prizeName,
      position: prize.winnerPosition,
      contact,
    },
    { publicUrl: platform.config.publicUrl, isFirst: prize.state === 'open' },
  );
  const key = `prize:${winnerId}:contact:${sha256Hex(JSON.stringify(contact))}`;
  await queueMail(trx, platform, mail, { key, topic: 'prize' });
}
