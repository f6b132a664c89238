/** Commissions on purchases of an account that later turns out to be the affiliate's. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { joinPersons } from '../../accounts/persons/join-persons.ts';
import { personsJoined } from '../../accounts/persons/persons-joined.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import {
  addAffiliate,
  addSale,
  createReferredOrder,
  refundPart,
  refundSale,
  restoreSale,
} from '../affiliates.testing.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { collectPayouts } from '../payouts/collect-payouts.job.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from '../payouts/payouts.testing.ts';
import { earnCommission } from './earn-commission.job.ts';
import { reverseCommission } from './reverse-commission.job.ts';
import { reverseOwnCommissionsJob } from './reverse-own-commissions.job.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

const join = (id: string, formerId: string) =>
  inTransaction(bed.db, (trx) => joinPersons(trx, bed.platform, id, formerId));

/** Joins the accounts and handles the event several times concurrently. */
async function joinAndReverse(id: string, formerId: string): Promise<void> {
  await join(id, formerId);
  const { rows } = await bed.pool.query<{ data: { personId: string } }>(
    `delete from pgboss.job where name = $1 returning data`,
    [personsJoined.name],
  );
  const events = rows.map(({ data }) => data);
  expect(events).toEqual([{ personId: id }]);
  await Promise.all(
    [...events, ...events, ...events].map((event) => reverseOwnCommissionsJob.handle(bed.platform, event)),
  );
}

const readOwedReais = async (affiliateId: string) => {
  const { rows } = await bed.pool.query<{ owed: string }>(
    'select coalesce(-sum(amount), 0) as owed from ledger_entries where account = $1',
    [`affiliates_payable:${affiliateId}`],
  );
  return Number(rows[0]!.owed);
};

const listCommissions = async (userId: string) => {
  const caller = { context: testContext(bed.platform, { userId }) };
  const { commissions } = await call(affiliatesRoutes.commissions, { page: 1 }, caller);
  return commissions
    .map(({ kind, amountCentavos, reversed }) => `${kind} ${amountCentavos}${reversed ? ' void' : ''}`)
    .toSorted();
};

// @covers beyond: a commission on a purchase by another account of the affiliate is reversed once both are known to be one
//   person's [server/affiliates/commissions/reverse-own-commissions.job.ts]
test('reverses the remaining commission once, before or after refunds of the order', async () => {
  const affiliate = await addAffiliate(bed);
  const ownPurchase = await addSale(bed, affiliate.id, 4_000);
  const otherSale = await addSale(bed, affiliate.id, 6_000);
  await refundPart(bed, ownPurchase.paymentId, 1_000);
  await reverseCommission(bed.platform, ownPurchase.id);
  expect(await readOwedReais(affiliate.id)).toBe(4.5);
  await joinAndReverse(affiliate.userId, ownPurchase.userId);
  const remaining = ['own_purchase -150', 'reversal -50', 'sale 200 void', 'sale 300'];
  expect(await readOwedReais(affiliate.id)).toBe(3);
  expect(await listCommissions(affiliate.userId)).toEqual(remaining);
  const referred = await bed.db
    .selectFrom('referrals')
    .select('orderId')
    .where('referrerId', '=', affiliate.userId)
    .execute();
  expect(referred).toEqual([{ orderId: otherSale.id }]);

  await refundSale(bed, ownPurchase, 'charge-back');
  await restoreSale(bed, ownPurchase);
  await refundSale(bed, ownPurchase);
  await earnCommission(bed.platform, ownPurchase.id);
  expect(await readOwedReais(affiliate.id)).toBe(3);
  expect(await listCommissions(affiliate.userId)).toEqual(remaining);
  await ledgerBalances(bed);
  const caller = { context: testContext(bed.platform, { userId: affiliate.userId }) };
  const statement = await call(affiliatesRoutes.statement, { month: monthOf(bed.clock.now()) }, caller);
  expect(statement).toMatchObject({ earnedCentavos: 500, reversedCentavos: -200, closingCentavos: 300 });
});

test('reduces a payout that awaits approval', async () => {
  const affiliate = await addAffiliate(bed, { pixKey: 'ana@exemplo.com.br' });
  const ownPurchase = await addSale(bed, affiliate.id, 100_000);
  await addSale(bed, affiliate.id, 200_000);
  bed.advanceDays(40);
  await collectPayouts(bed.platform);
  expect(await bed.payouts()).toMatchObject([{ amount: '150.00' }]);
  await joinAndReverse(affiliate.userId, ownPurchase.userId);
  expect(await bed.payouts()).toMatchObject([{ amount: '100.00', status: 'collected' }]);
  await ledgerBalances(bed);
});

test('earns nothing on an order while its buyer becomes the affiliate', async () => {
  const affiliate = await addAffiliate(bed);
  const order = await createReferredOrder(bed, affiliate.id, 4_000);
  const earned = await inTransaction(bed.db, async (trx) => {
    await joinPersons(trx, bed.platform, affiliate.userId, order.userId);
    const earning = earnCommission(bed.platform, order.id);
    await untilBlocked(bed.pool);
    return [earning];
  });
  await Promise.all(earned);
  expect(await readOwedReais(affiliate.id)).toBe(0);
});
