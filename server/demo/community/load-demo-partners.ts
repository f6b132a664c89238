/** Demo partners with vouchers, and the payouts of the last months. */
import { demoDaysAgo } from '@mare/database/seed/demo-dates.ts';
import { demoPartners, type DemoVoucher, demoVouchers } from '@mare/database/seed/demo-partners.ts';
import { DEFAULT_COMMISSION_TERMS } from '@mare/domain/affiliates/commission-terms.ts';
import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { voucherEarned, voucherExpiry } from '@mare/domain/partners/partner-terms.ts';
import { makeVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { collectPayouts } from '../../affiliates/payouts/collect-payouts.job.ts';
import { approvePayout, markPayoutPaid } from '../../affiliates/payouts/decide-payout.ts';
import { issueVouchers, voucherAddress } from '../../partners/vouchers/issue-vouchers.job.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import type { Platform } from '../../platform/platform.ts';
import { demoRandom } from '../demo-random.ts';

const DAY_MS = 86_400_000;

/** @param adminId the admin who paid last month’s payouts */
export async function loadDemoPartners(platform: Platform, adminId: string): Promise<void> {
  const { db, clock } = platform;
  await db
    .insertInto('partners')
    .values(
      demoPartners.map((partner) => ({
        ...partner,
        state: 'AL',
        pixKeyType: partner.pixKey && 'email',
        createdAt: demoDaysAgo(clock.now(), 90),
      })),
    )
    .execute();
  await addVouchers(platform);
  await issueVouchers(platform, null);
  await collectPastPayouts(platform, adminId);
}

/** Vouchers without a draw, as the finished demo rifas have few service prizes. */
async function addVouchers({ db, clock, config }: Platform): Promise<void> {
  const random = demoRandom('vouchers');
  const { voucherCentavos: commissionCentavos } = DEFAULT_COMMISSION_TERMS;
  for (const voucher of demoVouchers) {
    const id = random.uuid();
    const code = makeVoucherCode((count) => random.bytes(count));
    const createdAt = demoDaysAgo(clock.now(), voucher.issuedDaysAgo);
    const partnerId = demoPartners[0]!.id;
    const usedAt = validatedAt(voucher, clock.now());
    await db
      .insertInto('serviceVouchers')
      .values({
        id,
        partnerId,
        userId: voucher.personId,
        voucherCode: code,
        serviceType: voucher.serviceType,
        prizeName: voucher.prizeName,
        qrCodeData: voucherAddress(config.publicUrl, code),
        status: voucher.status,
        createdAt,
        expiresAt: voucherExpiry(createdAt),
        validatedAt: usedAt,
      })
      .execute();
    if (usedAt)
      await postToLedger(db, [voucherEarned({ id, partnerId, commissionCentavos, undone: 0 })], usedAt);
  }
}

function validatedAt({ validatedDaysAgo, validatedDaysBeforePayout }: DemoVoucher, now: Date): Date | null {
  if (validatedDaysBeforePayout !== undefined)
    return new Date(latestPayout(now).endsBefore.getTime() - validatedDaysBeforePayout * DAY_MS);
  return validatedDaysAgo === undefined ? null : demoDaysAgo(now, validatedDaysAgo);
}

/** Collects the payouts of the latest two 15ths, and pays those of the first. */
async function collectPastPayouts(platform: Platform, adminId: string): Promise<void> {
  const { startsAt } = latestPayout(platform.clock.now());
  const before = at(platform, latestPayout(new Date(startsAt.getTime() - DAY_MS)).startsAt);
  await collectPayouts(before);
  const payouts = await platform.db.selectFrom('payouts').select('id').execute();
  for (const [place, { id: payoutId }] of payouts.entries()) {
    const decision = { payoutId, userId: adminId, ipAddress: null };
    await approvePayout(before, decision);
    await markPayoutPaid(before, { ...decision, reference: `E0000000020260000000${place + 1}` });
  }
  await collectPayouts(at(platform, startsAt));
}

const at = (platform: Platform, time: Date) => ({ ...platform, clock: { now: () => time } });
