import { createRouterClient } from '@orpc/server';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testContext } from '../../platform/http/api.testing.ts';
import { providerFee } from '@mare/domain/payments/ledger.ts';
import { commissionEarned, commissionReversed } from '@mare/domain/affiliates/commission.ts';
import { payoutSent } from '@mare/domain/affiliates/payout.ts';
import { voucherEarned, voucherUndone } from '@mare/domain/partners/partner-terms.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { createPaymentsTestbed, type PaymentsTestbed, until } from '../payments.testing.ts';
import { createSettlementsRoutes } from './settlements.routes.ts';

let bed: PaymentsTestbed;
let admin: string;
let sequence = 5000;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  admin = await bed.buyer();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('settlementLines').execute();
  await bed.db.deleteFrom('settlementReports').execute();
  await bed.db.deleteFrom('providerPayments').execute();
});

const HEADER =
  'SOURCE_ID;USER_ID;TRANSACTION_TYPE;TRANSACTION_AMOUNT;TRANSACTION_CURRENCY;FEE_AMOUNT;SETTLEMENT_NET_AMOUNT;SETTLEMENT_DATE';
const line = (paymentId: string, gross = '10,00', fee = '-0,10', net = '9,90', account = '777') =>
  `${paymentId};${account};SETTLEMENT;${gross};BRL;${fee};${net};2026-11-20T10:00:00.000-03:00`;
const panel = () =>
  createRouterClient(createSettlementsRoutes(bed.payments), {
    context: testContext(bed.platform, { userId: admin, role: 'admin' }),
  });
const send = (...lines: string[]) => panel().importReport({ csv: [HEADER, ...lines].join('\r\n') });

/** A payment of 10 reais that the shop keeps. */
async function payment(): Promise<string> {
  sequence += 1;
  const paymentId = String(sequence);
  await bed.db
    .insertInto('providerPayments')
    .values({
      provider: 'sandbox',
      paymentId,
      amount: '10.00',
      currency: 'BRL',
      state: 'approved',
      rawStatus: 'approved',
      disposition: 'settles',
      approvedAt: bed.clock.now(),
      providerUpdatedAt: bed.clock.now(),
    })
    .execute();
  return paymentId;
}

test('counts payments missing from all reports as receivable', async () => {
  const [first, second] = [await payment(), await payment()];
  expect(await panel().receivables()).toMatchObject({
    lastImportAt: null,
    open: { count: 2, centavos: 2000, payments: [{ paymentId: first }, { paymentId: second }] },
  });
  expect(await send(line(first))).toMatchObject({ imported: 1, known: 0, rejected: [] });
  expect(await panel().receivables()).toMatchObject({
    lines: 1,
    gross: 1000,
    fees: 10,
    net: 990,
    open: { count: 1, centavos: 1000, payments: [{ paymentId: second }] },
  });
});

test('counts no refunded payment as receivable', async () => {
  const [kept, part, whole, lost] = [await payment(), await payment(), await payment(), await payment()];
  const change = (paymentId: string, to: object) =>
    bed.db.updateTable('providerPayments').set(to).where('paymentId', '=', paymentId).execute();
  await change(part, { refunded: '2.50' });
  // A provider may leave out the amount of a whole refund.
  await change(whole, { state: 'refunded' });
  await change(lost, { state: 'charged_back' });
  const { open } = await panel().receivables();
  expect([open.count, open.centavos]).toEqual([2, 1750]);
  expect(open.payments.map(({ paymentId, centavos }) => [paymentId, centavos])).toEqual([
    [kept, 1000],
    [part, 750],
  ]);
});

test('reports owed commissions', async () => {
  const before = (await panel().receivables()).payable;
  await postToLedger(
    bed.db,
    [
      commissionEarned(randomUUID(), 'an-affiliate', 250),
      voucherEarned({ id: randomUUID(), partnerId: 'a-partner', commissionCentavos: 5_000, undone: 0 }),
    ],
    bed.clock.now(),
  );
  expect((await panel().receivables()).payable).toEqual({
    affiliates: before.affiliates + 250,
    partners: before.partners + 5_000,
  });
});

test('does not offset the debt of one affiliate or partner with what others are owed', async () => {
  const before = await panel().receivables();
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
  const { payable, toDeduct } = await panel().receivables();
  expect(payable).toEqual({
    affiliates: before.payable.affiliates + 900,
    partners: before.payable.partners,
  });
  expect(toDeduct).toEqual({ affiliates: 400, partners: 2_000 });
});

test('stores nothing of a file with one wrong line', async () => {
  const [first, second] = [await payment(), await payment()];
  const none = { imported: 0, known: 0, adjusted: [], adjustedCount: 0 };
  expect(await send(line(first), line('404'), line(second, '9,00', '0', '9,00'), line(first))).toEqual({
    ...none,
    rejectedCount: 1,
    rejected: [{ line: 5, problem: 'DOUBLED' }],
  });
  expect(await send(line(first), line('404'), line(second, '9,00', '0', '9,00'))).toEqual({
    ...none,
    rejectedCount: 2,
    rejected: [
      { line: 3, problem: 'UNKNOWN_PAYMENT', paymentId: '404' },
      { line: 4, problem: 'OTHER_AMOUNT', paymentId: second, bookedCentavos: 1000, reportedCentavos: 900 },
    ],
  });
  expect(await panel().receivables()).toMatchObject({ lines: 0, lastImportAt: null, open: { count: 2 } });
});

test('reads an unknown payment of an order at the provider, and accepts the report then', async () => {
  await bed.webhooks(false);
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await bed.db.deleteFrom('providerPayments').execute();
  expect((await send(line(paymentId))).rejected).toMatchObject([{ problem: 'UNKNOWN_PAYMENT' }]);
  expect(await panel().readPayment({ paymentId })).toEqual({ found: 'order', orderId: order.id });
  expect(await bed.status(order.id)).toBe('paid');
  expect(await send(line(paymentId))).toMatchObject({ imported: 1, rejectedCount: 0 });
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('userId')
    .where('action', '=', 'read-payment')
    .execute();
  expect(log).toEqual([{ userId: admin }]);
});

test('reports a payment that no provider knows', async () => {
  expect(await panel().readPayment({ paymentId: '404' })).toEqual({ found: 'absent' });
});

test('reports an unknown state for an unresponsive provider', async () => {
  await bed.faults({ match: 'GET /v1/payments', status: 503 });
  expect(await panel().readPayment({ paymentId: '404' })).toEqual({ found: 'unavailable' });
  await bed.faults();
});

test('counts every wrong line of a report, and lists the first hundred', async () => {
  const wrong = Array.from({ length: 120 }, (_, index) => line(String(90_000 + index)));
  const { rejected, rejectedCount } = await send(...wrong);
  expect([rejected.length, rejectedCount]).toEqual([100, 120]);
});

test('imports overlapping reports once, also concurrently', async () => {
  const [first, second] = [await payment(), await payment()];
  const results = await Promise.all([send(line(first)), send(line(first), line(second)), send(line(first))]);
  expect(results.flatMap(({ rejected }) => rejected)).toEqual([]);
  expect(results.reduce((sum, { imported }) => sum + imported, 0)).toBe(2);
  expect(await panel().receivables()).toMatchObject({ lines: 2, net: 1980, open: { count: 0 } });
});

test('rejects a report of another account, and a line that has changed since', async () => {
  const [first, second] = [await payment(), await payment()];
  await send(line(first));
  expect((await send(line(second, '10,00', '-0,10', '9,90', '778'))).rejected).toEqual([
    { line: 2, problem: 'ACCOUNT', paymentId: second },
  ]);
  expect((await send(line(first, '10,00', '-0,20', '9,80'))).rejected).toEqual([
    { line: 2, problem: 'CHANGED', paymentId: first },
  ]);
});

test('settles a payment once, even if a later report has another date', async () => {
  const paymentId = await payment();
  const at = (date: string) => line(paymentId).replace('2026-11-20T10:00:00.000-03:00', date);
  expect((await send(line(paymentId), at('2026-11-21T10:00:00.000-03:00'))).rejected).toEqual([
    { line: 3, problem: 'DOUBLED' },
  ]);
  await send(line(paymentId));
  expect(await send(at('2026-11-20T13:00:00Z'))).toMatchObject({ imported: 0, known: 1, rejected: [] });
  expect((await send(at('2026-11-21T10:00:00.000-03:00'))).rejected).toEqual([
    { line: 2, problem: 'CHANGED', paymentId },
  ]);
  expect(await panel().receivables()).toMatchObject({ lines: 1, net: 990 });
});

const feesOf = async (paymentId: string) => {
  const { rows } = await bed.pool.query<{ fees: number }>(
    `select coalesce(sum(amount) * 100, 0)::int as fees from ledger_entries
     where account = 'fees' and split_part(txn_key, ':', 3) = $1`,
    [paymentId],
  );
  return rows[0]!.fees;
};
const book = (paymentId: string, fee: number) =>
  postToLedger(
    bed.db,
    [providerFee({ provider: 'sandbox', paymentId, amountCentavos: 1000 }, fee)],
    bed.clock.now(),
  );

test('books the difference of a fee once, naming both amounts', async () => {
  const [more, less, equal] = [await payment(), await payment(), await payment()];
  for (const paymentId of [more, less, equal]) await book(paymentId, 10);
  const report = [line(more, '10,00', '-0,25', '9,75'), line(less, '10,00', '-0,04', '9,96'), line(equal)];
  const results = await Promise.all([send(...report), send(...report)]);
  expect(results.flatMap(({ adjusted }) => adjusted)).toEqual([
    { line: 2, paymentId: more, bookedCentavos: 10, reportedCentavos: 25 },
    { line: 3, paymentId: less, bookedCentavos: 10, reportedCentavos: 4 },
  ]);
  expect([await feesOf(more), await feesOf(less), await feesOf(equal)]).toEqual([25, 4, 10]);
  expect((await panel().receivables()).adjustments).toEqual({
    count: 2,
    centavos: 9,
    latest: [
      { paymentId: less, bookedCentavos: 10, reportedCentavos: 4 },
      { paymentId: more, bookedCentavos: 10, reportedCentavos: 25 },
    ],
  });
});

test('books nothing of a report with an implausible fee', async () => {
  const [first, second] = [await payment(), await payment()];
  await book(first, 10);
  expect(await send(line(second), line(first, '10,00', '-10,01', '-0,01'))).toEqual({
    imported: 0,
    known: 0,
    adjusted: [],
    adjustedCount: 0,
    rejectedCount: 1,
    rejected: [{ line: 3, problem: 'FEE', paymentId: first, bookedCentavos: 10, reportedCentavos: 1001 }],
  });
  expect([await feesOf(first), await feesOf(second)]).toEqual([10, 0]);
  expect(await panel().receivables()).toMatchObject({ lines: 0, adjustments: { count: 0 } });
});

test('keeps the fee of a report that arrives before the payment', async () => {
  await bed.webhooks(false);
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await bed.db
    .insertInto('providerPayments')
    .values({
      provider: 'sandbox',
      paymentId,
      amount: '10.00',
      currency: 'BRL',
      state: 'pending',
      rawStatus: 'pending',
      disposition: 'open',
      providerUpdatedAt: new Date(0),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  expect(await send(line(paymentId, '10,00', '-0,25', '9,75'))).toMatchObject({ imported: 1 });
  await bed.webhooks(true);
  bed.clock.advance(3_600);
  await bed.payments.runDueWork();
  const paid = () =>
    bed.db.selectFrom('orders').select('status').where('id', '=', order.id).executeTakeFirst();
  await until(async () => (await paid())?.status === 'paid');
  expect(await feesOf(paymentId)).toBe(25);
});
