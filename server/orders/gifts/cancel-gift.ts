import type { Platform } from '../../platform/platform.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockGift } from './gifts.queries.ts';

/** All cotas of an unclaimed gift go back. @param userId the giver */
export function cancelGift(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  reference: string,
): Promise<{ ok: true } | { ok: false; code: 'NOT_FOUND' } | { ok: false; code: 'GIFT_REJECTED' }> {
  return inTransaction(db, async (trx) => {
    const cotas = await lockGift(trx, reference);
    if (cotas[0]?.giverId !== userId) return { ok: false, code: 'NOT_FOUND' };
    const open = cotas.filter((cota) => cota.cancelledAt === null);
    if (open.length === 0 || open.some((cota) => cota.claimedAt !== null))
      return { ok: false, code: 'GIFT_REJECTED' };
    await trx
      .updateTable('cotaGifts')
      .set({ cancelledAt: clock.now() })
      .where('reference', '=', reference)
      .where('cancelledAt', 'is', null)
      .execute();
    return { ok: true };
  });
}
