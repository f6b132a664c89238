/** Checks the PIN of a voucher, known to its winner. All operations on a voucher share one count of wrong PINs. */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { formatDateTime } from '@mare/domain/format.ts';
import { afterWrongPin, type RedeemableVoucher, type Rejection } from '@mare/domain/partners/redemption.ts';
import type { VoucherStatus } from '@mare/domain/partners/voucher-state.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import type { Platform } from '../../../platform/platform.ts';

export interface LockedVoucher extends RedeemableVoucher {
  id: string;
  userId: string | null;
}

export async function lockVoucher(trx: Transaction<DB>, voucherCode: string): Promise<LockedVoucher | null> {
  const row = await trx
    .selectFrom('serviceVouchers')
    .select([
      'id',
      'userId',
      'partnerId',
      'status',
      'pin',
      'pinFailures',
      'pinLockedUntil',
      'expiresAt',
      'validatedAt',
    ])
    .where('voucherCode', '=', voucherCode)
    .forUpdate()
    .executeTakeFirst();
  return row ? { ...row, status: row.status as VoucherStatus } : null;
}

/** Counts a wrong PIN, unless the voucher is locked already. Notifies the winner when this locks it. */
export async function countWrongPin(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  voucher: LockedVoucher,
  { reason }: Rejection,
): Promise<void> {
  const now = platform.clock.now();
  const wasLocked = voucher.pinLockedUntil !== null && voucher.pinLockedUntil > now;
  if (wasLocked || (reason !== 'wrong_pin' && reason !== 'locked')) return;
  const counted = afterWrongPin(voucher, now);
  await trx.updateTable('serviceVouchers').set(counted).where('id', '=', voucher.id).execute();
  if (counted.pinLockedUntil && voucher.userId)
    await sendNotification(trx, platform, {
      userId: voucher.userId,
      type: 'warning',
      title: 'O PIN do seu voucher foi errado muitas vezes',
      message: `Por segurança, ele espera até ${formatDateTime(counted.pinLockedUntil)} e depois volta a valer. Se você não estava no parceiro, fale com o suporte.`,
      data: { href: '/meus-vouchers' },
      deduplicationKey: `voucher-locked:${voucher.id}:${now.getTime()}`,
    });
}
