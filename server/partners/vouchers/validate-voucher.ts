import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import { voucherEarned } from '@mare/domain/partners/partner-terms.ts';
import { formatVoucherCode, readVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { deliverByVoucher } from '../../draws/prizes/deliver-by-voucher.ts';
import { recordActivity } from '../../notifications/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { postToLedger } from '../../payments/ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPartnerVoucher } from './vouchers.queries.ts';

export type ValidateVoucherResult =
  | { ok: true; voucher: PartnerVoucher }
  /** Unknown, of another partner, used or over: a partner is not told which. */
  | { ok: false; code: 'invalid' };

/** Uses a voucher up. Of two devices that press at the same instant, one succeeds. @param code as typed or scanned */
export async function validateVoucher(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { partnerId, code, ipAddress }: { partnerId: string; code: string; ipAddress: string | null },
): Promise<ValidateVoucherResult> {
  const voucherCode = readVoucherCode(code);
  if (!voucherCode) return { ok: false, code: 'invalid' };
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('serviceVouchers')
      .set({ status: 'validated', validatedAt: now })
      .where('voucherCode', '=', voucherCode)
      .where('partnerId', '=', partnerId)
      .where('status', '=', 'pending')
      .where('expiresAt', '>', now)
      .where((voucher) =>
        voucher.not(
          voucher.exists(
            // Money that went back or is disputed: a person decides first.
            voucher
              .selectFrom('rifaWinners')
              .innerJoin('orders', 'orders.id', 'rifaWinners.orderId')
              .select('orders.id')
              .whereRef('rifaWinners.id', '=', 'serviceVouchers.winnerId')
              .where((eb) =>
                eb.or([eb('orders.status', '!=', 'paid'), eb('orders.disputedAt', 'is not', null)]),
              ),
          ),
        ),
      )
      .returning(['id', 'userId', 'prizeName', 'winnerId'])
      .executeTakeFirst();
    if (!used) return { ok: false, code: 'invalid' };
    await postToLedger(trx, [voucherEarned(used.id, partnerId)]);
    if (used.winnerId) {
      const note = `Serviço prestado: voucher ${formatVoucherCode(voucherCode)} validado pelo parceiro.`;
      await deliverByVoucher(trx, platform, { winnerId: used.winnerId, note });
    }
    await recordActivity(trx, platform, {
      userId: null,
      action: 'validate-voucher',
      entityType: 'voucher',
      entityId: used.id,
      description: `Voucher de ${used.prizeName} validado pelo parceiro`,
      details: { partnerId },
      ipAddress,
    });
    if (used.userId)
      await sendNotification(trx, platform, {
        userId: used.userId,
        type: 'success',
        title: 'Voucher validado!',
        message: `${used.prizeName}: o parceiro confirmou o uso. Aproveite!`,
        data: { href: '/meus-vouchers' },
        occasion: `voucher-validated:${used.id}`,
      });
    return { ok: true, voucher: await findPartnerVoucher(trx, used.id) };
  });
}
