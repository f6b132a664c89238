/** What an affiliate reads about single commissions, through a payout. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addAdmin, addAffiliate, refundSale, sale } from '../affiliates.testing.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { approvePayout, markPayoutPaid } from '../payouts/decide-payout.ts';
import { collectPayouts } from '../payouts/collect-payouts.job.ts';
import { sendCommissionMailJob } from './send-commission-mail.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
});
afterAll(() => bed.close());

test('a commission that was taken back before its payout stays cancelled; one that was paid stays paid', async () => {
  const { id: affiliateId, userId } = await addAffiliate(bed, { pixKey: 'ana@exemplo.com.br' });
  const sales = {
    kept: await sale(bed, affiliateId, 200_000),
    beforeCollection: await sale(bed, affiliateId, 10_000),
    beforeApproval: await sale(bed, affiliateId, 20_000),
    beforePayment: await sale(bed, affiliateId, 30_000),
    afterPayment: await sale(bed, affiliateId, 40_000),
  };
  await refundSale(bed, sales.beforeCollection);
  await bed.db
    .updateTable('affiliateCommissions')
    .set({ confirmedAt: new Date(latestPayout(bed.clock.now()).endsBefore.getTime() - 1) })
    .where('affiliateId', '=', affiliateId)
    .execute();
  await collectPayouts(bed.platform);
  await refundSale(bed, sales.beforeApproval);
  const decision = { payoutId: await payoutOf(affiliateId), userId: await addAdmin(bed), ipAddress: null };
  expect(await approvePayout(bed.platform, decision)).toEqual({ ok: true });
  await refundSale(bed, sales.beforePayment);
  expect(await markPayoutPaid(bed.platform, { ...decision, reference: 'E2E1' })).toEqual({ ok: true });
  await refundSale(bed, sales.afterPayment);

  const caller = { context: testContext(bed.platform, { userId }) };
  const { commissions } = await call(affiliatesRoutes.commissions, { page: 1 }, caller);
  const sold = commissions.filter(({ kind }) => kind === 'sale');
  expect(
    Object.fromEntries(
      sold.map(({ orderCentavos, status, reversed }) => [orderCentavos, `${status} ${reversed}`]),
    ),
  ).toEqual({
    200_000: 'paid false',
    10_000: 'paid true',
    20_000: 'paid true',
    30_000: 'paid false',
    40_000: 'paid false',
  });
});

async function payoutOf(affiliateId: string): Promise<string> {
  const { id } = await bed.db
    .selectFrom('payouts')
    .select('id')
    .where('affiliateId', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return id;
}
