/** List of an affiliate's commissions, before and after a payout. */
import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { latestPayout, nextPayout } from '@mare/domain/affiliates/payout.ts';
import { sendChangeNoticeJob } from '../../accounts/security/send-change-notice.job.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addAdmin } from '../../orders/orders.testing.ts';
import { addAffiliate, refundSale, addSale } from '../affiliates.testing.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { approvePayout, markPayoutPaid } from '../payouts/decide-payout.ts';
import { collectPayouts } from '../payouts/collect-payouts.job.ts';
import { setPixKey } from '../set-pix-key.ts';
import { sendCommissionMailJob } from './send-commission-mail.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
  await bed.platform.jobs.prepare([sendCommissionMailJob, sendChangeNoticeJob]);
});
afterAll(() => bed.close());

test('a commission reversed before its payout stays cancelled; a paid one stays paid', async () => {
  const { id: affiliateId, userId } = await addAffiliate(bed, { pixKey: 'ana@exemplo.com.br' });
  const sales = {
    kept: await addSale(bed, affiliateId, 200_000),
    beforeCollection: await addSale(bed, affiliateId, 10_000),
    beforeApproval: await addSale(bed, affiliateId, 20_000),
    beforePayment: await addSale(bed, affiliateId, 30_000),
    afterPayment: await addSale(bed, affiliateId, 40_000),
  };
  await refundSale(bed, sales.beforeCollection);
  await bed.db
    .updateTable('affiliateCommissions')
    .set({ confirmedAt: new Date(latestPayout(bed.clock.now()).endsBefore.getTime() - 1) })
    .where('affiliateId', '=', affiliateId)
    .execute();
  await collectPayouts(bed.platform);
  await refundSale(bed, sales.beforeApproval);
  const decision = {
    payoutId: await findPayoutId(affiliateId),
    userId: await addAdmin(bed),
    ipAddress: null,
  };
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

test('shows the payout of a pending commission, and that a disputed one waits', async () => {
  const { id: affiliateId, userId } = await addAffiliate(bed, { pixKey: 'bia@exemplo.com.br' });
  const late = await addSale(bed, affiliateId, 10_000);
  const disputed = await addSale(bed, affiliateId, 20_000);
  const collected = await addSale(bed, affiliateId, 200_000);
  const now = bed.clock.now();
  const next = nextPayout(now);
  // The first sale is a moment too late for the next payout, the others are in time.
  const confirm = (orderId: string, confirmedAt: Date) =>
    bed.db.updateTable('affiliateCommissions').set({ confirmedAt }).where('orderId', '=', orderId).execute();
  await confirm(late.id, next.endsBefore);
  for (const { id } of [disputed, collected]) await confirm(id, new Date(next.endsBefore.getTime() - 1));
  await bed.db.updateTable('orders').set({ disputedAt: now }).where('id', '=', disputed.id).execute();

  const caller = { context: testContext(bed.platform, { userId }) };
  const readCommissions = async () => {
    const { commissions } = await call(affiliatesRoutes.commissions, { page: 1 }, caller);
    return Object.fromEntries(
      commissions.map(({ orderCentavos, payableOn, disputed: isDisputed }) => [
        orderCentavos,
        [payableOn, isDisputed],
      ]),
    );
  };
  expect(await readCommissions()).toEqual({
    10_000: [nextPayout(next.startsAt).period, false],
    20_000: [null, true],
    200_000: [next.period, false],
  });

  await confirm(collected.id, new Date(latestPayout(now).endsBefore.getTime() - 1));
  await collectPayouts(bed.platform);
  expect((await readCommissions())[200_000]).toEqual([null, false]);
});

test('shows until when payouts wait after a change of the Pix key', async () => {
  const { userId } = await addAffiliate(bed);
  const caller = { context: testContext(bed.platform, { userId }) };
  const readFreeze = async () =>
    (await call(affiliatesRoutes.panel, undefined, caller)).panel?.payoutsFrozenUntil;
  expect(await readFreeze()).toBeNull();
  const before = bed.clock.now();
  await setPixKey(bed.platform, {
    userId,
    sessionId: randomUUID(),
    text: 'nova@exemplo.com.br',
    ipAddress: null,
  });
  expect(new Date((await readFreeze())!).getTime() - before.getTime()).toBeGreaterThanOrEqual(48 * 3_600_000);
  await bed.db
    .updateTable('auth.reversibleChanges')
    .set({ expiresAt: bed.clock.now() })
    .where('userId', '=', userId)
    .execute();
  expect(await readFreeze()).toBeNull();
});

async function findPayoutId(affiliateId: string): Promise<string> {
  const { id } = await bed.db
    .selectFrom('payouts')
    .select('id')
    .where('affiliateId', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return id;
}
