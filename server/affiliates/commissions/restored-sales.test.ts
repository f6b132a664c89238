/** Commissions of orders that were charged back and restored after the charge-back was reversed. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { findDeletionBlockers } from '../../accounts/privacy/deletion-blockers.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addAffiliate, addSale, refundPart, refundSale, restoreSale } from '../affiliates.testing.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { collectPayouts } from '../payouts/collect-payouts.job.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from '../payouts/payouts.testing.ts';
import { earnCommission } from './earn-commission.job.ts';
import { reverseCommission } from './reverse-commission.job.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

type Sale = Awaited<ReturnType<typeof addSale>>;

const contextOf = (userId: string) => ({ context: testContext(bed.platform, { userId }) });
const readAmounts = async ({ id }: Sale) => {
  const rows = await bed.db
    .selectFrom('affiliateCommissions')
    .select(['kind', 'commissionAmount'])
    .where('orderId', '=', id)
    .orderBy('createdAt')
    .execute();
  return rows.map(({ kind, commissionAmount }) => `${kind} ${commissionAmount}`);
};
const readOwedReais = async (affiliateId: string) => {
  const { rows } = await bed.pool.query<{ owed: string }>(
    'select coalesce(-sum(amount), 0) as owed from ledger_entries where account = $1',
    [`affiliates_payable:${affiliateId}`],
  );
  return Number(rows[0]!.owed);
};
const findReferredOrders = (userId: string) =>
  bed.db.selectFrom('referrals').select('orderId').where('referrerId', '=', userId).execute();
const lastPayout = async () => (await bed.payouts()).at(-1)!;

async function chargeBack(order: Sale) {
  bed.clock.advance(60);
  await refundSale(bed, order, 'charge-back');
}

// @covers beyond: a reversed charge-back restores the commission, once
//   [server/affiliates/commissions/reverse-commission.job.ts, server/affiliates/commissions/restore-commission.ts]
test('restores the commission once per reversed charge-back', async () => {
  const affiliate = await addAffiliate(bed);
  const order = await addSale(bed, affiliate.id, 4_000);
  for (let time = 0; time < 2; time++) {
    await chargeBack(order);
    expect(await readOwedReais(affiliate.id)).toBe(0);
    expect(await findReferredOrders(affiliate.userId)).toEqual([]);
    await restoreSale(bed, order);
    await Promise.all(Array.from({ length: 8 }, () => reverseCommission(bed.platform, order.id)));
    await earnCommission(bed.platform, order.id);
    expect(await readOwedReais(affiliate.id)).toBe(2);
    expect(await findReferredOrders(affiliate.userId)).toEqual([{ orderId: order.id }]);
    await ledgerBalances(bed);
  }
  expect(await bed.jobs(orderEvents.disputeWon.name, order.id)).toBe(2);
  expect(await readAmounts(order)).toEqual([
    'sale 2.00',
    'reversal -2.00',
    'restored 2.00',
    'reversal -2.00',
    'restored 2.00',
  ]);
  const { commissions } = await call(affiliatesRoutes.commissions, { page: 1 }, contextOf(affiliate.userId));
  expect(commissions.find(({ kind }) => kind === 'sale')).toMatchObject({ reversed: false });
  expect(commissions.filter(({ kind }) => kind === 'restored')).toHaveLength(2);
  const month = monthOf(bed.clock.now());
  expect(await call(affiliatesRoutes.statement, { month }, contextOf(affiliate.userId))).toMatchObject({
    earnedCentavos: 600,
    reversedCentavos: -400,
    closingCentavos: 200,
  });
  const notices = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', affiliate.userId)
    .where('title', 'like', 'Comissão%')
    .orderBy('createdAt')
    .execute();
  expect(notices.map(({ title }) => title)).toEqual([
    'Comissão cancelada',
    'Comissão recuperada',
    'Comissão cancelada',
    'Comissão recuperada',
  ]);
});

test('restores only the commission remaining after a partial refund', async () => {
  const affiliate = await addAffiliate(bed);
  const order = await addSale(bed, affiliate.id, 4_000);
  await refundPart(bed, order.paymentId, 1_000);
  await reverseCommission(bed.platform, order.id);
  await chargeBack(order);
  await restoreSale(bed, order);
  expect(await readAmounts(order)).toEqual([
    'sale 2.00',
    'reversal -0.50',
    'reversal -1.50',
    'restored 1.50',
  ]);
  expect(await readOwedReais(affiliate.id)).toBe(1.5);
  await refundPart(bed, order.paymentId, 1_000);
  await reverseCommission(bed.platform, order.id);
  expect(await readOwedReais(affiliate.id)).toBe(1);
  await ledgerBalances(bed);
});

test('keeps the commission when the job of the charge-back runs after the restore', async () => {
  const affiliate = await addAffiliate(bed);
  const order = await addSale(bed, affiliate.id, 4_000);
  for (const step of ['charge_back', 'lose_charge_back']) await bed.transition(order.paymentId, step);
  await applySnapshot(bed.context, await bed.read(order.paymentId), 'check');
  await restoreSale(bed, order);
  await reverseCommission(bed.platform, order.id);
  expect(await readAmounts(order)).toEqual(['sale 2.00']);
  expect(await readOwedReais(affiliate.id)).toBe(2);
});

test('pays a restored commission with the next payout if the charge-back removed it from a collected one', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  const otherSale = await addSale(bed, affiliate.id, 200_000);
  await bed.backdateCommissions(affiliate.id, 3);
  await collectPayouts(bed.platform);
  expect(await lastPayout()).toMatchObject({ amount: '180.00' });
  await chargeBack(affiliate.order);
  expect(await lastPayout()).toMatchObject({ amount: '100.00', status: 'collected' });
  const { id } = await lastPayout();
  await restoreSale(bed, affiliate.order);
  expect(await lastPayout()).toMatchObject({ amount: '100.00' });
  await call(routes.approvePayout, { id }, bed.asAdmin());
  await call(routes.payPayout, { id, reference: 'E125' }, bed.asAdmin());
  expect(await readOwedReais(affiliate.id)).toBe(80);
  bed.advanceDays(31);
  expect(await collectPayouts(bed.platform)).toBe(1);
  expect(await lastPayout()).toMatchObject({ amount: '80.00' });
  expect(await readAmounts(otherSale)).toEqual(['sale 100.00']);
  await ledgerBalances(bed);
});

test('neither owes nor pays again a commission that was paid out before the charge-back', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const { id } = await lastPayout();
  await call(routes.approvePayout, { id }, bed.asAdmin());
  await call(routes.payPayout, { id, reference: 'E126' }, bed.asAdmin());
  const countDebts = async () =>
    (await findDeletionBlockers(bed.db, affiliate.userId, bed.clock.now())).debts;
  const readReversedCentavos = async () =>
    (await call(routes.payouts, { kind: 'affiliate', page: 1 }, bed.asAdmin())).payouts.find(
      (payout) => payout.id === id,
    )?.risk?.reversedCentavos;
  await chargeBack(affiliate.order);
  expect([await countDebts(), await readReversedCentavos()]).toEqual([1, 8_000]);
  await restoreSale(bed, affiliate.order);
  expect([await countDebts(), await readReversedCentavos()]).toEqual([0, 0]);
  bed.advanceDays(31);
  expect(await collectPayouts(bed.platform)).toBe(0);
  expect(await readOwedReais(affiliate.id)).toBe(0);
  await ledgerBalances(bed);
});

test('repays with the next payout a debt that an earlier payout deducted', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const payLastPayout = async () => {
    const { id } = await lastPayout();
    await call(routes.approvePayout, { id }, bed.asAdmin());
    await call(routes.payPayout, { id, reference: `E${id}` }, bed.asAdmin());
  };
  await payLastPayout();
  await chargeBack(affiliate.order);
  await addSale(bed, affiliate.id, 300_000);
  bed.advanceDays(31);
  await bed.backdateCommissions(affiliate.id, 3);
  await collectPayouts(bed.platform);
  expect(await lastPayout()).toMatchObject({ amount: '70.00' });
  await payLastPayout();
  await restoreSale(bed, affiliate.order);
  expect(await readOwedReais(affiliate.id)).toBe(80);
  bed.advanceDays(31);
  expect(await collectPayouts(bed.platform)).toBe(1);
  expect(await lastPayout()).toMatchObject({ amount: '80.00' });
  await ledgerBalances(bed);
});

test('restores the commission of an affiliate who was suspended after the charge-back', async () => {
  const affiliate = await addAffiliate(bed);
  const order = await addSale(bed, affiliate.id, 4_000);
  await chargeBack(order);
  await bed.db
    .updateTable('affiliates')
    .set({ status: 'suspended' })
    .where('id', '=', affiliate.id)
    .execute();
  await restoreSale(bed, order);
  expect(await readOwedReais(affiliate.id)).toBe(2);
});

test('does not count the affiliate as the referred buyer after a merge of both accounts', async () => {
  const affiliate = await addAffiliate(bed);
  const order = await addSale(bed, affiliate.id, 4_000);
  await chargeBack(order);
  const { personId } = await bed.db
    .selectFrom('profiles')
    .select('personId')
    .where('id', '=', affiliate.userId)
    .executeTakeFirstOrThrow();
  await bed.db
    .updateTable('profiles')
    .set({ personId })
    .where('id', '=', (eb) => eb.selectFrom('orders').select('userId').where('id', '=', order.id))
    .execute();
  await restoreSale(bed, order);
  expect(await findReferredOrders(affiliate.userId)).toEqual([]);
});
