import type { Transaction } from 'kysely';
import type { PartnerVoucher } from '@mare/contract/partners/partners.ts';
import { numericFromCentavos } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { voucherEarned } from '@mare/domain/partners/partner-terms.ts';
import { judgeRedemption, type Rejection } from '@mare/domain/partners/redemption.ts';
import { formatVoucherCode, readVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { canBeDelivered, deliverByVoucher } from '../../../draws/prizes/hold-service-prize.ts';
import { recordActivity } from '../../../activity-log/record-activity.ts';
import { sendNotification } from '../../../notifications/send-notification.ts';
import { postToLedger } from '../../../ledger/post-to-ledger.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readCommissionTerms } from '../../../settings/read-commission-terms.ts';
import { countWrongPin, lockVoucher } from './voucher-pin.ts';
import { findPartnerVoucher } from '../vouchers.queries.ts';
import { awaitsDecision } from '../awaits-decision.ts';

export type ValidateVoucherResult =
  | { ok: true; voucher: PartnerVoucher }
  | { ok: false; rejection: Rejection };

interface Redemption {
  partnerId: string;
  /** As typed or scanned. */
  code: string;
  pin: string;
  ipAddress: string | null;
}

/**
 * Redeems a voucher with the PIN of its winner, by a conditional update: only one of several concurrent calls
 * succeeds.
 */
export async function validateVoucher(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { partnerId, code, pin, ipAddress }: Redemption,
): Promise<ValidateVoucherResult> {
  const voucherCode = readVoucherCode(code);
  const now = platform.clock.now();
  if (!voucherCode) return { ok: false, rejection: UNKNOWN };
  return platform.db.transaction().execute(async (trx) => {
    const winnerId = await findWinner(trx, voucherCode, partnerId);
    // Locks the prize first: it may be delivered only once, by hand or by voucher.
    const isDeliverable = winnerId === null || (await canBeDelivered(trx, platform, winnerId));
    const found = await lockVoucher(trx, voucherCode);
    const rejection = judgeRedemption(found, { partnerId, pin, now });
    if (found && rejection) await countWrongPin(trx, platform, found, rejection);
    if (rejection) return { ok: false, rejection };
    const { voucherCentavos: commissionCentavos } = await readCommissionTerms(trx, now);
    const used =
      isDeliverable && (await markAsUsed(trx, { voucherCode, partnerId, commissionCentavos, now }));
    if (!used) return { ok: false, rejection: BLOCKED };
    await postToLedger(trx, [voucherEarned({ ...used, partnerId, commissionCentavos })], now);
    const note = `Serviço prestado: voucher ${formatVoucherCode(voucherCode)} validado pelo parceiro.`;
    if (winnerId) await deliverByVoucher(trx, platform, { winnerId, note });
    await announceUse(trx, platform, used, { partnerId, ipAddress });
    return { ok: true, voucher: await findPartnerVoucher(trx, used.id) };
  });
}

const UNKNOWN: Rejection = { reason: 'unknown', at: null, attemptsLeft: null };
const BLOCKED: Rejection = { reason: 'blocked', at: null, attemptsLeft: null };

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
  undone: number;
}

interface Use {
  voucherCode: string;
  partnerId: string;
  /** Stored with the redemption, so that a later change of the setting does not apply to it. */
  commissionCentavos: number;
  now: Date;
}

function markAsUsed(
  trx: Transaction<DB>,
  { voucherCode, partnerId, commissionCentavos, now }: Use,
): Promise<UsedVoucher | undefined> {
  return trx
    .updateTable('serviceVouchers')
    .set({
      status: 'validated',
      validatedAt: now,
      isWaiting: false,
      commissionAmount: numericFromCentavos(commissionCentavos),
    })
    .where('voucherCode', '=', voucherCode)
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', now)
    .where((voucher) => voucher.not(awaitsDecision('serviceVouchers.winnerId')))
    .returning(['id', 'userId', 'prizeName', 'undone'])
    .executeTakeFirst();
}

async function announceUse(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  { id, userId, prizeName, undone }: UsedVoucher,
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
      deduplicationKey: `voucher-validated:${id}:${undone}`,
    });
}
