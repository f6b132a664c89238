import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';

export interface PrizeContact {
  name: string;
  phone: string;
  /** Preferred place and time of delivery; may be empty. */
  note: string;
}

/** Claims a prize with the winner's contact, which can be changed until delivery. */
export function claimPrize(
  platform: Platform,
  { winnerId, userId, contact }: { winnerId: string; userId: string; contact: PrizeContact },
): Promise<{ ok: true } | { ok: false; code: 'NOT_FOUND' | 'OVER' }> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const winner = await trx
      .selectFrom('rifaWinners')
      .select(['rifaId', 'winnerPosition'])
      .where('id', '=', winnerId)
      .where('userId', '=', userId)
      .executeTakeFirst();
    if (!winner) return { ok: false, code: 'NOT_FOUND' };
    const now = clock.now();
    const claimed = await trx
      .updateTable('prizeClaims')
      .set((eb) => ({
        state: 'claimed',
        claimedAt: eb.fn.coalesce('claimedAt', eb.val(now)),
        contact: JSON.stringify(contact),
      }))
      .where('winnerId', '=', winnerId)
      .where((eb) =>
        eb.or([eb('state', '=', 'claimed'), eb.and([eb('state', '=', 'open'), eb('claimUntil', '>', now)])]),
      )
      .returning('winnerId')
      .executeTakeFirst();
    if (!claimed) return { ok: false, code: 'OVER' };
    await recordActivity(trx, platform, {
      userId,
      action: 'claim-prize',
      entityType: 'winner',
      entityId: winnerId,
      description: `Prêmio do ${winner.winnerPosition}º lugar pedido por quem ganhou.`,
      details: { rifaId: winner.rifaId },
    });
    return { ok: true };
  });
}
