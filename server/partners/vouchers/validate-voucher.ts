import type { Transaction } from 'kysely';
import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import type { DB } from '@mare/database/schema.ts';
import { voucherEarned } from '@mare/domain/partners/partner-terms.ts';
import { formatVoucherCode, readVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { canBeDelivered, deliverByVoucher } from '../../draws/prizes/hold-service-prize.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { findPartnerVoucher } from './vouchers.queries.ts';

export type ValidateVoucherResult =
  | { ok: true; voucher: PartnerVoucher }
  /** Does not reveal whether it is unknown, another partner's, used or expired. */
  | { ok: false; code: 'INVALID' };

/** Validates a voucher by a conditional update: of concurrent calls one succeeds. @param code as typed or scanned */
export async function validateVoucher(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { partnerId, code, ipAddress }: { partnerId: string; code: string; ipAddress: string | null },
): Promise<ValidateVoucherResult> {
  const voucherCode = readVoucherCode(code);
  if (!voucherCode) return { ok: false, code: 'INVALID' };
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const winnerId = await findWinner(trx, voucherCode, partnerId);
    const note = `Serviço prestado: voucher ${formatVoucherCode(voucherCode)} validado pelo parceiro.`;
    const used =
      // Locks the prize first: it may be delivered once, by hand or by voucher.
      (winnerId === null || (await canBeDelivered(trx, platform, winnerId))) &&
      (await markAsUsed(trx, { voucherCode, partnerId, now }));
    if (!used) return { ok: false, code: 'INVALID' };
    await postToLedger(trx, [voucherEarned(used.id, partnerId)]);
    if (winnerId) await deliverByVoucher(trx, platform, { winnerId, note });
    await announceUse(trx, platform, used, { partnerId, ipAddress });
    return { ok: true, voucher: await findPartnerVoucher(trx, used.id) };
  });
}

/** @returns null for an unknown code, and for a voucher without a winner */
async function findWinner(
  trx: Transaction<DB>,
  voucherCode: string,
  partnerId: string,
): Promise<string | null> {
  const voucher = await trx
    .selectFrom('serviceVouchers')
    .select('winnerId')
    .where('voucherCode', '=', voucherCode)
    .where('partnerId', '=', partnerId)
    .executeTakeFirst();
  return voucher?.winnerId ?? null;
}

interface UsedVoucher {
  id: string;
  userId: string | null;
  prizeName: string;
}

function markAsUsed(
  trx: Transaction<DB>,
  { voucherCode, partnerId, now }: { voucherCode: string; partnerId: string; now: Date },
): Promise<UsedVoucher | undefined> {
  return trx
    .updateTable('serviceVouchers')
    .set({ status: 'validated', validatedAt: now })
    .where('voucherCode', '=', voucherCode)
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .where((voucher) =>
      voucher.not(
        voucher.exists(
          // Refunded or disputed: an admin decides first.
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
    .returning(['id', 'userId', 'prizeName'])
    .executeTakeFirst();
}

async function announceUse(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { id, userId, prizeName }: UsedVoucher,
  by: { partnerId: string; ipAddress: string | null },
): Promise<void> {
  await recordActivity(trx, platform, {
    userId: null,
    action: 'validate-voucher',
    entityType: 'voucher',
    entityId: id,
    description: `Voucher de ${prizeName} validado pelo parceiro.`,
    details: { partnerId: by.partnerId },
    ipAddress: by.ipAddress,
  });
  if (userId)
    await sendNotification(trx, platform, {
      userId,
      type: 'success',
      title: 'Voucher validado!',
      message: `${prizeName}: o parceiro confirmou o uso. Aproveite!`,
      data: { href: '/meus-vouchers' },
      deduplicationKey: `voucher-validated:${id}`,
    });
}
