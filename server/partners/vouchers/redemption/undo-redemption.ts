import type { Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { voucherUndone } from '@mare/domain/partners/partner-terms.ts';
import { expiryAfterUndo, UNDO_MS } from '@mare/domain/partners/redemption.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { lockServicePrize, undoDeliveryByVoucher } from '../../../draws/prizes/hold-service-prize.ts';
import { postToLedger } from '../../../ledger/post-to-ledger.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { Platform } from '../../../platform/platform.ts';

interface Undo {
  partnerId: string;
  id: string;
  ipAddress: string | null;
}

export type UndoRedemptionResult = { ok: true } | { ok: false; code: 'NOT_FOUND' | 'FINAL' };

/**
 * Undoes a redemption that the partner recorded less than ten minutes ago: restores the voucher and its prize, and
 * reverses the commission. Keeps the PIN, which a winner without an account has only on paper.
 */
export function undoRedemption(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { partnerId, id, ipAddress }: Undo,
): Promise<UndoRedemptionResult> {
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const voucher = await trx
      .selectFrom('serviceVouchers')
      .select(['winnerId', 'expiresAt'])
      .where('id', '=', id)
      .where('partnerId', '=', partnerId)
      .executeTakeFirst();
    if (!voucher) return { ok: false, code: 'NOT_FOUND' };
    const { winnerId } = voucher;
    // Locks the prize before the voucher, as a redemption does.
    if (winnerId) await lockServicePrize(trx, winnerId);
    const { validatedAt } = await trx
      .selectFrom('serviceVouchers')
      .select('validatedAt')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const expiresAt = expiryAfterUndo(voucher.expiresAt, now);
    const undone = await markAsUnused(trx, { id, partnerId, expiresAt, now });
    if (!undone) return { ok: false, code: 'FINAL' };
    const commissionCentavos = centavosFromNumeric(undone.commissionAmount);
    const transaction = voucherUndone({ id, partnerId, commissionCentavos, undone: undone.undone - 1 });
    // The day of the use: the entry also disappears from the partner's statement of that month.
    await postToLedger(trx, [transaction], validatedAt ?? now, now);
    if (winnerId) await undoDeliveryByVoucher(trx, { winnerId, claimUntil: expiresAt });
    await recordActivity(trx, platform, {
      userId: null,
      action: 'undo-voucher',
      entityType: 'voucher',
      entityId: id,
      description: `Uso do voucher de ${undone.prizeName} desfeito pelo parceiro.`,
      details: { partnerId },
      ipAddress,
    });
    if (undone.userId)
      await sendNotification(trx, platform, {
        userId: undone.userId,
        type: 'info',
        title: 'O seu voucher voltou a valer',
        message: `${undone.prizeName}: o parceiro desfez o uso. O código e o PIN continuam os mesmos, até ${formatLongDate(expiresAt)}.`,
        data: { href: '/meus-vouchers' },
        deduplicationKey: `voucher-undone:${id}:${undone.undone}`,
      });
    return { ok: true };
  });
}

interface Unused {
  id: string;
  partnerId: string;
  expiresAt: Date;
  now: Date;
}

/**
 * Conditional update: only one of several concurrent calls succeeds. A commission that is already in a payout is
 * final.
 */
function markAsUnused(trx: Transaction<DB>, { id, partnerId, expiresAt, now }: Unused) {
  return trx
    .updateTable('serviceVouchers')
    .set((eb) => ({
      status: 'pending',
      validatedAt: null,
      expiresAt,
      undone: eb('undone', '+', 1),
    }))
    .where('id', '=', id)
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'validated')
    .where('validatedAt', '>', new Date(now.getTime() - UNDO_MS))
    .where('payoutId', 'is', null)
    .where('deliveryRecorded', '=', false)
    .returning(['userId', 'prizeName', 'undone', 'commissionAmount'])
    .executeTakeFirst();
}
