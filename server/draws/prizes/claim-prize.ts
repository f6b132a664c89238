import { stateAt, statesBefore } from '@mare/domain/draws/prizes/prize-state.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { lockPrize } from './prizes.queries.ts';

export interface PrizeContact {
  name: string;
  phone: string;
  /** Preferred place and time of delivery; may be empty. */
  note: string;
}

/** Claims a prize with the winner's contact, which can be changed until the prize is sent. */
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
    return { ok: true };
  });
}
