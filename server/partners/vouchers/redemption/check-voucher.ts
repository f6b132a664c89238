import { readVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { awaitsDecision } from '../awaits-decision.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Accepted in the demonstration only (spec: community, section 5). */
const DEMO_CODE = /^valid/i;

/** Whether a voucher exists and can be used now. Read-only. */
export async function checkVoucher(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  code: string,
): Promise<boolean> {
  if (config.demo && DEMO_CODE.test(code.trim())) return true;
  const voucherCode = readVoucherCode(code);
  if (!voucherCode) return false;
  const found = await db
    .selectFrom('serviceVouchers')
    .select('id')
    .where('voucherCode', '=', voucherCode)
    .where('status', '=', 'pending')
    .where('expiresAt', '>', clock.now())
    .where((eb) => eb.not(awaitsDecision('serviceVouchers.winnerId')))
    .executeTakeFirst();
  return found !== undefined;
}
