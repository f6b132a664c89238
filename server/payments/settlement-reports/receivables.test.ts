/** What the provider still owes the shop, and what the shop owes affiliates and partners. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commissionEarned, commissionReversed } from '@mare/domain/affiliates/commission.ts';
import { payoutSent } from '@mare/domain/affiliates/payout.ts';
import { voucherEarned, voucherUndone } from '@mare/domain/partners/partner-terms.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { createReportsTestbed, line, type ReportsTestbed } from './settlement-reports.testing.ts';

let bed: ReportsTestbed;
beforeAll(async () => {
  bed = await createReportsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('counts payments missing from all reports as receivable', async () => {
  const [first, second] = [await bed.addPayment(), await bed.addPayment()];
  expect(await bed.panel().receivables()).toMatchObject({
    lastImportAt: null,
    open: { count: 2, centavos: 2000, payments: [{ paymentId: first }, { paymentId: second }] },
  });
  expect(await bed.importReport(line(first))).toMatchObject({ imported: 1, known: 0, rejected: [] });
  expect(await bed.panel().receivables()).toMatchObject({
    lines: 1,
    gross: 1000,
    fees: 10,
    net: 990,
    open: { count: 1, centavos: 1000, payments: [{ paymentId: second }] },
  });
});

test('counts no refunded payment as receivable', async () => {
  const [kept, part, whole, lost] = [
    await bed.addPayment(),
    await bed.addPayment(),
    await bed.addPayment(),
    await bed.addPayment(),
  ];
  const change = (paymentId: string, to: object) =>
    bed.db.updateTable('providerPayments').set(to).where('paymentId', '=', paymentId).execute();
  await change(part, { refunded: '2.50' });
  // A provider may leave out the amount of a whole refund.
  await change(whole, { state: 'refunded' });
  await change(lost, { state: 'charged_back' });
  const { open } = await bed.panel().receivables();
  expect([open.count, open.centavos]).toEqual([2, 1750]);
  expect(open.payments.map(({ paymentId, centavos }) => [paymentId, centavos])).toEqual([
    [kept, 1000],
    [part, 750],
  ]);
});

test('reports owed commissions', async () => {
  const before = (await bed.panel().receivables()).payable;
  await postToLedger(
    bed.db,
    [
      commissionEarned(randomUUID(), 'an-affiliate', 250),
      voucherEarned({ id: randomUUID(), partnerId: 'a-partner', commissionCentavos: 5_000, undone: 0 }),
    ],
    bed.clock.now(),
  );
  expect((await bed.panel().receivables()).payable).toEqual({
    affiliates: before.affiliates + 250,
    partners: before.partners + 5_000,
  });
});

test('does not offset the debt of one affiliate or partner with what others are owed', async () => {
  const before = await bed.panel().receivables();
  const [orderId, partnerId] = [randomUUID(), randomUUID()];
  const voucher = { id: randomUUID(), partnerId, commissionCentavos: 2_000, undone: 0 };
  await postToLedger(
    bed.db,
    [
      commissionEarned(randomUUID(), 'is-owed', 900),
      commissionEarned(orderId, 'owes', 400),
      payoutSent(randomUUID(), { kind: 'affiliate', id: 'owes' }, 400),
      commissionReversed({ orderId, returnedCentavos: 4_000 }, 'owes', 400),
      voucherEarned(voucher),
      payoutSent(randomUUID(), { kind: 'partner', id: partnerId }, 2_000),
      voucherUndone(voucher),
    ],
    bed.clock.now(),
  );
  const { payable, toDeduct } = await bed.panel().receivables();
  expect(payable).toEqual({
    affiliates: before.payable.affiliates + 900,
    partners: before.payable.partners,
  });
  expect(toDeduct).toEqual({ affiliates: 400, partners: 2_000 });
});
