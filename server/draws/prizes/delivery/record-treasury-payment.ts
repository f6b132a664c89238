import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { ROUTE_RULES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import type { PanelUser } from '../../../platform/http/api.ts';
import type { StoredDocument } from '../../../platform/documents/photo.ts';
import type { Platform } from '../../../platform/platform.ts';
import { postPrizeCost } from './post-prize-cost.ts';
import { lockPrize } from '../prizes.queries.ts';

export interface TreasuryPayment {
  winnerId: string;
  /** ISO date. */
  paidOn: string;
  /** Number of the DARF or of the receipt. */
  note: string;
  proof: StoredDocument | null;
}

export type RecordTreasuryPaymentResult =
  | { ok: true }
  | { ok: false; code: 'NOT_FOUND' | 'NOT_OWED' | 'IN_FUTURE' };

/**
 * Records that the value of an unclaimed prize was paid to the Tesouro Nacional (Decreto 70.951/1972, art. 6).
 * Recording again corrects the earlier record.
 */
export function recordTreasuryPayment(
  platform: Platform,
  by: PanelUser,
  { winnerId, paidOn, note, proof }: TreasuryPayment,
): Promise<RecordTreasuryPaymentResult> {
  const { db, clock } = platform;
  return db.transaction().execute(async (trx) => {
    const prize = await lockPrize(trx, winnerId);
    if (!prize) return { ok: false, code: 'NOT_FOUND' };
    if (prize.state !== 'expired' || !ROUTE_RULES[prize.route].lapsesToTreasury)
      return { ok: false, code: 'NOT_OWED' };
    if (paidOn > brasiliaDate(clock.now())) return { ok: false, code: 'IN_FUTURE' };
    await trx
      .updateTable('prizeClaims')
      .set({
        treasuryPaidOn: paidOn,
        treasuryNote: note,
        ...(proof && { treasuryProof: proof.bytes, treasuryProofType: proof.type }),
      })
      .where('winnerId', '=', winnerId)
      .execute();
    await postPrizeCost(trx, clock.now(), winnerId, prize);
    await recordActivity(trx, platform, {
      ...by,
      action: 'pay-treasury',
      entityType: 'winner',
      entityId: winnerId,
      description: `Valor do ${prize.winnerPosition}º prêmio de “${prize.title}” recolhido ao Tesouro Nacional.`,
      details: { paidOn, note, proof: proof?.type ?? null },
    });
    return { ok: true };
  });
}
