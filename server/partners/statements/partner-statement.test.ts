import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { addAdmin } from '../../orders/orders.testing.ts';
import { sendCommissionMailJob } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { collectPayouts } from '../../affiliates/payouts/collect-payouts.job.ts';
import { approvePayout, markPayoutPaid } from '../../affiliates/payouts/decide-payout.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { readPartnerOverview } from '../partners.queries.ts';
import { addPartner, addVoucher } from '../partners.testing.ts';
import { validateVoucher } from '../vouchers/redemption/validate-voucher.ts';
import { readPartnerStatementPdf } from './read-partner-statement-pdf.ts';
import { readPartnerStatement } from './read-partner-statement.ts';

const DAY = 86_400;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.pool.query('truncate service_vouchers, partners, payouts cascade');
});

async function redeem(partnerId: string, userId: string): Promise<void> {
  const { voucherCode: code, pin } = await addVoucher(bed.platform, partnerId, userId);
  expect(await validateVoucher(bed.platform, { partnerId, code, pin, ipAddress: null })).toMatchObject({
    ok: true,
  });
}

async function payOut(partnerId: string, adminId: string): Promise<void> {
  await collectPayouts(bed.platform);
  const payouts = await bed.db
    .selectFrom('payouts')
    .select('id')
    .where('partnerId', '=', partnerId)
    .execute();
  for (const { id: payoutId } of payouts) {
    const decision = { payoutId, userId: adminId, ipAddress: null };
    expect(await approvePayout(bed.platform, decision)).toMatchObject({ ok: true });
    expect(await markPayoutPaid(bed.platform, { ...decision, reference: 'E123' })).toMatchObject({
      ok: true,
    });
  }
}

test('opens each month with the closing balance of the previous one, and matches the portal', async () => {
  const adminId = await addAdmin(bed);
  const partner = await addPartner(bed.platform);
  await bed.db
    .updateTable('partners')
    .set({ pixKey: partner.email, pixKeyType: 'email' })
    .where('id', '=', partner.id)
    .execute();
  const userId = await bed.buyer();
  await redeem(partner.id, userId);
  await redeem(partner.id, userId);
  bed.clock.advance(31 * DAY);
  await redeem(partner.id, userId);
  await redeem((await addPartner(bed.platform)).id, userId);
  bed.clock.advance(31 * DAY);
  await payOut(partner.id, adminId);
  // A month after the payout opens without the paid amount.
  bed.clock.advance(31 * DAY);
  const months = (await readPartnerStatement(bed.platform, partner.id, monthOf(bed.clock.now()))).months;
  const statements = [];
  for (const month of months.toReversed())
    statements.push(await readPartnerStatement(bed.platform, partner.id, month));
  expect(statements[0]).toMatchObject({
    openingCentavos: 0,
    earnedCentavos: 10_000,
    closingCentavos: 10_000,
  });
  expect(statements[0]!.vouchers).toHaveLength(2);
  expect(statements.slice(1).map(({ openingCentavos }) => openingCentavos)).toEqual(
    statements.slice(0, -1).map(({ closingCentavos }) => closingCentavos),
  );
  const paid = statements.flatMap(({ payouts }) => payouts);
  expect(paid).toMatchObject([{ reference: 'E123' }]);
  const overview = await readPartnerOverview(bed.platform, partner.id);
  expect(statements.at(-1)!.closingCentavos).toBe(overview.pendingCentavos);
  expect(paid[0]!.amountCentavos).toBe(overview.paidCentavos);
  bed.clock.advance(-93 * DAY);
});

test('creates a PDF also for a month without entries', async () => {
  const partner = await addPartner(bed.platform);
  const { fileName, base64 } = await readPartnerStatementPdf(bed.platform, partner.id, '2020-01');
  expect(fileName).toBe('extrato-2020-01.pdf');
  expect(Buffer.from(base64, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});
