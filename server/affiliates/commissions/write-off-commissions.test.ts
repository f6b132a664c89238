/** Commissions of affiliates who deleted their account. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../../accounts/privacy/delete-account.ts';
import { eraseAgainJob } from '../../accounts/privacy/erase-again.job.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { readReceivables } from '../../payments/settlement-reports/read-receivables.ts';
import { addAffiliate, addSale, refundSale, restoreSale } from '../affiliates.testing.ts';
import { collectPayouts } from '../payouts/collect-payouts.job.ts';
import { approvePayout, markPayoutPaid } from '../payouts/decide-payout.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from '../payouts/payouts.testing.ts';
import { reverseCommission } from './reverse-commission.job.ts';
import { writeOffCommissions } from './write-off-commissions.job.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
  await bed.platform.jobs.prepare([eraseAgainJob]);
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

const writeOff = () => Promise.all([1, 2, 3].map(() => writeOffCommissions(bed.platform)));

/** Reads the debts between shop and affiliates, relative to the start of the test. */
async function createDebtReader() {
  const read = async () => {
    const { payable, toDeduct } = await readReceivables(bed.db, bed.context.provider);
    return { payable: payable.affiliates, toDeduct: toDeduct.affiliates };
  };
  const before = await read();
  return async () => {
    const now = await read();
    return { payable: now.payable - before.payable, toDeduct: now.toDeduct - before.toDeduct };
  };
}

// @covers beyond: what a deleted affiliate renounced no longer counts as payable
//   [server/affiliates/commissions/write-off-commissions.job.ts]
test('writes off the renounced balance of a deleted account once, whatever happens to the orders', async () => {
  const readDebts = await createDebtReader();
  const affiliate = await addAffiliate(bed);
  const otherAffiliate = await addAffiliate(bed);
  const sales = [await addSale(bed, affiliate.id, 4_000), await addSale(bed, affiliate.id, 6_000)] as const;
  await addSale(bed, otherAffiliate.id, 2_000);
  expect(await readDebts()).toEqual({ payable: 600, toDeduct: 0 });
  expect(await deleteAccount(bed.platform, affiliate)).toEqual({ ok: true });
  await writeOff();
  expect(await readDebts()).toEqual({ payable: 100, toDeduct: 0 });

  await refundSale(bed, sales[0], 'charge-back');
  await restoreSale(bed, sales[0]);
  await refundSale(bed, sales[1]);
  await writeOff();
  expect(await readDebts()).toEqual({ payable: 100, toDeduct: 0 });
  await ledgerBalances(bed);
});

test('writes off the debt of a refund after payout and deletion', async () => {
  const readDebts = await createDebtReader();
  const { id, userId, order } = await bed.addOwedAffiliate(10_000);
  await collectPayouts(bed.platform);
  const [payout] = await bed.payouts();
  const decision = { payoutId: payout!.id, userId: bed.adminId, ipAddress: null };
  await approvePayout(bed.platform, decision);
  await markPayoutPaid(bed.platform, { ...decision, reference: 'E2E1' });
  expect(await deleteAccount(bed.platform, { userId })).toEqual({ ok: true });
  await refundSale(bed, { id: order.id, paymentId: order.paymentId });
  expect(await readDebts()).toEqual({ payable: 0, toDeduct: 10_000 });
  await writeOff();
  expect(await readDebts()).toEqual({ payable: 0, toDeduct: 0 });
  await reverseCommission(bed.platform, order.id);
  await writeOff();
  expect(await readDebts()).toEqual({ payable: 0, toDeduct: 0 });
  await collectPayouts(bed.platform);
  expect(await bed.payouts()).toHaveLength(1);
  expect(id).toBe(payout!.affiliateId);
  await ledgerBalances(bed);
});
