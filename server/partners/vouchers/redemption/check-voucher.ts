import type { CheckedVoucher } from '@mare/contract/partners/vouchers.ts';
import { readVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { awaitsDecision } from '../awaits-decision.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Accepted in the demonstration only (spec: community, section 5). */
const DEMO_CODE = /^valid/i;

const INVALID: CheckedVoucher = { valid: false, expiresAt: null, partner: null };

/** Whether a voucher exists and can be used now, until when and where. Read-only. */
export async function checkVoucher(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  code: string,
): Promise<CheckedVoucher> {
  if (config.demo && DEMO_CODE.test(code.trim())) return { ...INVALID, valid: true };
  const voucherCode = readVoucherCode(code);
  if (!voucherCode) return INVALID;
  const found = await db
    .selectFrom('serviceVouchers')
    .innerJoin('partners', 'partners.id', 'serviceVouchers.partnerId')
    .select(['serviceVouchers.expiresAt', 'partners.companyName', 'partners.city', 'partners.state'])
    .select('partners.status as partnerStatus')
    .where('voucherCode', '=', voucherCode)
    .where('serviceVouchers.status', '=', 'pending')
    .where('expiresAt', '>', clock.now())
    .where((eb) => eb.not(awaitsDecision('serviceVouchers.winnerId')))
    .executeTakeFirst();
  if (!found) return INVALID;
  const { expiresAt, partnerStatus, ...partner } = found;
  return {
    valid: true,
    expiresAt: expiresAt.toISOString(),
    partner: { ...partner, isPaused: partnerStatus !== 'active' },
  };
}
