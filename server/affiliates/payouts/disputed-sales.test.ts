/** Payouts with disputed sales. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testContext } from '../../platform/http/api.testing.ts';
import { addAffiliate, addSale } from '../affiliates.testing.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { collectPayouts } from './collect-payouts.job.ts';
import { holdDisputedSales } from './hold-disputed-sales.job.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from './payouts.testing.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

/** A payout of 110 reais that awaits approval, of sales with commissions of 50 and 60. */
async function collectPayout() {
  const affiliate = await addAffiliate(bed, { pixKey: 'ana@exemplo.com.br' });
  const [first, second] = [
    await addSale(bed, affiliate.id, 100_000),
    await addSale(bed, affiliate.id, 120_000),
  ];
  await bed.backdateCommissions(affiliate.id, 3);
  await collectPayouts(bed.platform);
  const readPanel = async () => {
    const context = testContext(bed.platform, { userId: affiliate.userId });
    const read = await call(affiliatesRoutes.panel, undefined, { context });
    const { pendingCentavos, collectedCentavos, dueCentavos, disputedCentavos } = read.panel!;
    return { pendingCentavos, collectedCentavos, dueCentavos, disputedCentavos };
  };
  return { first, second, panel: readPanel, payoutId: (await bed.payouts())[0]!.id };
}

const setDisputed = (id: string, disputedAt: Date | null) =>
  bed.db.updateTable('orders').set({ disputedAt }).where('id', '=', id).execute();

// @covers beyond: a sale under dispute leaves a payout that awaits approval, and comes back once it is won
//   [server/affiliates/payouts/hold-disputed-sales.job.ts]
test('removes a disputed sale from a payout that awaits approval', async () => {
  const { first, second, panel: readPanel } = await collectPayout();
  await setDisputed(first.id, bed.clock.now());
  await Promise.all([1, 2].map(() => holdDisputedSales(bed.platform, first.id)));
  expect(await bed.payouts()).toMatchObject([{ amount: '60.00', status: 'collected' }]);
  expect(await readPanel()).toEqual({
    pendingCentavos: 11_000,
    collectedCentavos: 6_000,
    dueCentavos: 0,
    disputedCentavos: 5_000,
  });

  // Below the minimum the other sale waits as well.
  await setDisputed(second.id, bed.clock.now());
  await holdDisputedSales(bed.platform, second.id);
  expect(await bed.payouts()).toMatchObject([{ status: 'cancelled' }]);

  for (const { id } of [first, second]) await setDisputed(id, null);
  expect(await readPanel()).toMatchObject({ dueCentavos: 11_000, disputedCentavos: 0 });
  bed.advanceDays(31);
  expect(await collectPayouts(bed.platform)).toBe(1);
});

test('rejects approving a payout with a newly disputed sale', async () => {
  const { first, payoutId } = await collectPayout();
  await setDisputed(first.id, bed.clock.now());
  await expect(call(routes.approvePayout, { id: payoutId }, bed.asAdmin())).rejects.toMatchObject({
    code: 'PAYOUT_CHANGED',
  });
  expect(await bed.payouts()).toMatchObject([{ amount: '60.00', status: 'collected' }]);
  await call(routes.approvePayout, { id: payoutId }, bed.asAdmin());
});

test('does not change key or amount of an approved payout', async () => {
  const { first, payoutId } = await collectPayout();
  await call(routes.approvePayout, { id: payoutId }, bed.asAdmin());
  await setDisputed(first.id, bed.clock.now());
  await holdDisputedSales(bed.platform, first.id);
  expect(await bed.payouts()).toMatchObject([{ amount: '110.00', status: 'approved' }]);
});
