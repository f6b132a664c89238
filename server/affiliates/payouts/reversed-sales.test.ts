/** Payouts whose sales are refunded. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findDeletionBlockers, hasDeletionBlockers } from '../../accounts/privacy/deletion-blockers.ts';
import { addAffiliate, refundPart, addSale, refundSale } from '../affiliates.testing.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import { reverseCommission } from '../commissions/reverse-commission.job.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import { collectPayouts } from './collect-payouts.job.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from './payouts.testing.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('a sale reversed before approval reduces or ends the payout', async () => {
  const affiliate = await addAffiliate(bed, { pixKey: 'ana@exemplo.com.br' });
  const orders = [];
  for (const total of [100_000, 60_000, 60_000]) orders.push(await addSale(bed, affiliate.id, total));
  await bed.backdateCommissions(affiliate.id, 3);
  await collectPayouts(bed.platform);
  await refundSale(bed, orders[0]!);
  expect(await bed.payouts()).toMatchObject([{ amount: '60.00', status: 'collected' }]);
  await refundSale(bed, orders[1]!);
  expect(await bed.payouts()).toMatchObject([{ status: 'cancelled' }]);
  const { rows } = await bed.pool.query<{ left: string }>(
    'select sum(commission_amount) as left from affiliate_commissions where payout_id is null',
  );
  expect(rows[0]!.left).toBe('30.00');
});

test('a partial refund before approval reduces the payout in proportion', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  await refundPart(bed, affiliate.order.paymentId, 40_000);
  await Promise.all([1, 2, 3].map(() => reverseCommission(bed.platform, affiliate.order.id)));
  expect(await bed.payouts()).toMatchObject([{ amount: '60.00', status: 'collected' }]);
  await ledgerBalances(bed);
});

test('a sale reversed while it is collected counts once, less its refund', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await refundPart(bed, affiliate.order.paymentId, 40_000);
  const blocker = await bed.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table ledger_entries in share mode');
  const reversing = reverseCommission(bed.platform, affiliate.order.id);
  await untilBlocked(bed.pool);
  // The reversal is stored but not booked yet.
  const collecting = collectPayouts(bed.platform);
  await Promise.race([collecting, untilBlocked(bed.pool, 2)]);
  await blocker.query('commit');
  blocker.release();
  await Promise.all([reversing, collecting]);
  expect(await bed.payouts()).toMatchObject([{ amount: '60.00', status: 'collected' }]);
});

test('a sale reversed after approval or payment is deducted from the next payout', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  const readReversedCentavos = async () =>
    (await call(routes.payouts, { kind: 'affiliate', page: 1 }, bed.asAdmin())).payouts.find(
      (payout) => payout.id === id,
    )?.risk?.reversedCentavos;
  await refundPart(bed, affiliate.order.paymentId, 40_000);
  await reverseCommission(bed.platform, affiliate.order.id);
  expect(await readReversedCentavos()).toBe(2_000);
  await call(routes.payPayout, { id, reference: 'E123' }, bed.asAdmin());
  await refundSale(bed, affiliate.order);
  expect(await readReversedCentavos()).toBe(8_000);
  await addSale(bed, affiliate.id, 300_000);
  // The next 15th.
  bed.advanceDays(31);
  await bed.backdateCommissions(affiliate.id, 3);
  expect(await collectPayouts(bed.platform)).toBe(1);
  expect((await bed.payouts()).at(-1)).toMatchObject({ amount: '70.00' });
  expect(await readReversedCentavos()).toBe(0);
  await ledgerBalances(bed);
});

test('carries a debt over, and blocks the deletion of the account', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  await call(routes.payPayout, { id, reference: 'E124' }, bed.asAdmin());
  const findBlockers = () => findDeletionBlockers(bed.db, affiliate.userId, bed.clock.now());
  expect(await findBlockers()).toMatchObject({ debts: 0, payouts: 0 });
  await refundSale(bed, affiliate.order);
  expect(await findBlockers()).toMatchObject({ debts: 1 });
});

test('blocks the deletion of an account whose earnings reach a payout', async () => {
  const affiliate = await bed.addOwedAffiliate(5_000);
  const findBlockers = () => findDeletionBlockers(bed.db, affiliate.userId, bed.clock.now());
  expect(await findBlockers()).toMatchObject({ unpaidCommissionsCentavos: 5_000 });
  expect(hasDeletionBlockers(await findBlockers())).toBe(true);
  await collectPayouts(bed.platform);
  expect(await findBlockers()).toMatchObject({ unpaidCommissionsCentavos: 0, payouts: 1 });

  const belowMinimum = await bed.addOwedAffiliate(4_999);
  const blockersBelowMinimum = await findDeletionBlockers(bed.db, belowMinimum.userId, bed.clock.now());
  expect(blockersBelowMinimum).toMatchObject({ unpaidCommissionsCentavos: 4_999 });
  expect(hasDeletionBlockers(blockersBelowMinimum)).toBe(false);
});
