/** The last and the first minute of a month, in the ledger and in the statements of affiliates and partners. */
import { monthRange } from '@mare/domain/affiliates/statement.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAffiliate, addSale, refundPart } from '../../affiliates/affiliates.testing.ts';
import { reverseCommission } from '../../affiliates/commissions/reverse-commission.job.ts';
import { readStatement } from '../../affiliates/panel/read-statement.ts';
import { addPartner } from '../../partners/partners.testing.ts';
import { readPartnerStatement } from '../../partners/statements/read-partner-statement.ts';
import { undoRedemption } from '../../partners/vouchers/redemption/undo-redemption.ts';
import {
  createVouchersTestbed,
  redeemWithPin,
  type VouchersTestbed,
} from '../../partners/vouchers/vouchers.testing.ts';
import { readFinance } from './read-finance.ts';

let bed: VouchersTestbed;
beforeAll(async () => {
  bed = await createVouchersTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

const thisMonth = () => dateInMaceio(bed.clock.now()).slice(0, 7);

test('counts a sale, a refund and an undone voucher in the same month everywhere', async () => {
  const affiliate = await addAffiliate(bed);
  const partner = await addPartner(bed.platform);
  const now = bed.clock.now().getTime();
  const { from, to } = monthRange(thisMonth());
  // The nearest one, because the testbed's rifas are drawn after 30 days.
  const midnight = now - from.getTime() < to.getTime() - now ? from : to;
  bed.clock.advance((midnight.getTime() - now) / 1000 - 60);
  const endingMonth = thisMonth();
  const before = await addSale(bed, affiliate.id, 10_000);
  const [kept, undone] = [await bed.voucherAt(partner), await bed.voucherAt(partner)];
  for (const { voucherCode } of [kept, undone])
    expect(await redeemWithPin(bed, partner.id, voucherCode)).toMatchObject({ ok: true });
  bed.clock.advance(120);
  const nextMonth = thisMonth();
  expect(nextMonth).not.toBe(endingMonth);
  await addSale(bed, affiliate.id, 6_000);
  await refundPart(bed, before.paymentId, 4_000);
  await reverseCommission(bed.platform, before.id);
  expect(
    await undoRedemption(bed.platform, { id: undone.id, partnerId: partner.id, ipAddress: null }),
  ).toEqual({ ok: true });

  const readTotals = async (month: string) => {
    const { from, to } = monthRange(month);
    const lastDay = dateInMaceio(new Date(to.getTime() - 1));
    const { total } = await readFinance(bed.db, { from: dateInMaceio(from), to: lastDay });
    const affiliateStatement = (await readStatement(bed.platform, affiliate.userId, month))!;
    const partnerStatement = await readPartnerStatement(bed.platform, partner.id, month);
    expect(total.commissions).toBe(
      affiliateStatement.earnedCentavos +
        affiliateStatement.reversedCentavos +
        partnerStatement.earnedCentavos,
    );
    const { sales, refunds, commissions } = total;
    return {
      sales,
      refunds,
      commissions,
      closing: [affiliateStatement.closingCentavos, partnerStatement.closingCentavos],
    };
  };
  expect(await readTotals(endingMonth)).toEqual({
    sales: 10_000,
    refunds: 0,
    commissions: 500 + 5_000,
    closing: [500, 5_000],
  });
  expect(await readTotals(nextMonth)).toEqual({
    sales: 6_000,
    refunds: 4_000,
    commissions: 300 - 200,
    closing: [600, 5_000],
  });
});
