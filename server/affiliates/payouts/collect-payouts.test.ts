/** Payouts are collected once on the 15th, from R$ 50,00, for sales that can no longer be withdrawn. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { nextPayout } from '@mare/domain/affiliates/payout.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addAffiliate, addSale } from '../affiliates.testing.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import { collectPayouts } from './collect-payouts.job.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from './payouts.testing.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test.each([
  [4_999, 0],
  [5_000, 1],
])('%d centavos create %d payouts', async (centavos, made) => {
  await bed.addOwedAffiliate(centavos);
  expect(await collectPayouts(bed.platform)).toBe(made);
});

// @covers community 2: payouts on the 15th from R$ 50,00, of sales confirmed in the last 30 days; approved,
//   exported, paid once ('Reunir o dia 15', 'Exportar aprovados', 'Marcar como pago')
//   [server/affiliates/payouts/collect-payouts.job.ts, server/affiliates/payouts/decide-payout.ts]
test('sales after the 15th wait; a balance below the minimum carries over', async () => {
  const affiliate = await addAffiliate(bed);
  await addSale(bed, affiliate.id, 60_000);
  await bed.backdateCommissions(affiliate.id, 3);
  await addSale(bed, affiliate.id, 60_000);
  expect(await collectPayouts(bed.platform)).toBe(0);
  await bed.backdateCommissions(affiliate.id, 40);
  expect(await collectPayouts(bed.platform)).toBe(1);
  expect((await bed.payouts())[0]).toMatchObject({ amount: '60.00', status: 'collected' });
});

test('shows affiliates the sales of the next payout and of an unpaid one', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  const readPanelAmounts = async () => {
    const context = testContext(bed.platform, { userId: affiliate.userId });
    const { panel } = await call(affiliatesRoutes.panel, undefined, { context });
    return [panel!.pendingCentavos, panel!.dueCentavos, panel!.collectedCentavos];
  };
  await bed.db
    .updateTable('affiliateCommissions')
    .set({ confirmedAt: nextPayout(bed.clock.now()).endsBefore })
    .where('affiliateId', '=', affiliate.id)
    .execute();
  expect(await readPanelAmounts()).toEqual([8_000, 0, 0]);
  await bed.backdateCommissions(affiliate.id, 3);
  expect(await readPanelAmounts()).toEqual([8_000, 8_000, 0]);
  const setDisputed = (disputedAt: Date | null) =>
    bed.db.updateTable('orders').set({ disputedAt }).where('id', '=', affiliate.order.id).execute();
  await setDisputed(bed.clock.now());
  expect(await readPanelAmounts()).toEqual([8_000, 0, 0]);
  await setDisputed(null);
  await collectPayouts(bed.platform);
  expect(await readPanelAmounts()).toEqual([8_000, 0, 8_000]);
});

test('ten concurrent collectors create one payout', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  const counts = await Promise.all(Array.from({ length: 10 }, () => collectPayouts(bed.platform)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await bed.payouts()).toMatchObject([{ affiliateId: affiliate.id, amount: '80.00' }]);
});

test('takes a constant number of statements for any number of affiliates and sales', async () => {
  const statements = recordStatements(bed.pool);
  const collect = async () => {
    statements.length = 0;
    const count = await collectPayouts(bed.platform);
    // The shop's loops use the same connections.
    return [count, statements.map(({ text }) => text).filter((text) => /affiliate|payout/.test(text))];
  };
  await bed.addOwedAffiliate(8_000);
  const [, statementsForOne] = await collect();
  expect(statementsForOne).not.toEqual([]);
  const [first] = [
    await bed.addOwedAffiliate(6_000),
    await bed.addOwedAffiliate(7_000),
    await bed.addOwedAffiliate(4_999),
  ];
  await addSale(bed, first.id, 40_000);
  await bed.backdateCommissions(first.id, 3);
  expect(await collect()).toEqual([2, statementsForOne]);
  expect((await bed.payouts()).map(({ amount }) => amount).toSorted()).toEqual(['70.00', '80.00', '80.00']);
  const { rows: mismatched } = await bed.pool.query(
    `select from affiliate_commissions sale join payouts on payouts.id = sale.payout_id
      where payouts.affiliate_id <> sale.affiliate_id`,
  );
  expect(mismatched).toEqual([]);
});

test('a sale whose payment is disputed waits', async () => {
  await bed.addOwedAffiliate(8_000);
  await bed.pool.query('update orders set disputed_at = now()');
  expect(await collectPayouts(bed.platform)).toBe(0);
  await bed.pool.query('update orders set disputed_at = null');
  expect(await collectPayouts(bed.platform)).toBe(1);
});

test('a cancelled payout waits for the next month', async () => {
  await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.cancelPayout, { id }, bed.asAdmin());
  expect(await collectPayouts(bed.platform)).toBe(0);
  bed.advanceDays(31);
  expect(await collectPayouts(bed.platform)).toBe(1);
});

test('excludes a sale that its buyer may still withdraw', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await bed.backdateCommissions(affiliate.id, -3);
  expect(await collectPayouts(bed.platform)).toBe(0);
  await bed.backdateCommissions(affiliate.id, 1);
  const withChargebacks = { ...bed.platform, config: { ...bed.platform.config, chargebackDays: 30 } };
  expect(await collectPayouts(withChargebacks)).toBe(0);
  const setChargebackDays = (days: number) =>
    bed.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ days }) })
      .where('key', '=', 'chargeback')
      .execute();
  await setChargebackDays(30);
  expect(await collectPayouts(bed.platform)).toBe(0);
  await setChargebackDays(0);
  expect(await collectPayouts(bed.platform)).toBe(1);
});
