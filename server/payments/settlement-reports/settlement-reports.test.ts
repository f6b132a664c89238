import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { providerFee } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { until } from '../payments.testing.ts';
import { createReportsTestbed, line, payout, type ReportsTestbed } from './settlement-reports.testing.ts';

let bed: ReportsTestbed;
beforeAll(async () => {
  bed = await createReportsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('stores nothing of a file with one wrong line', async () => {
  const [first, second] = [await bed.addPayment(), await bed.addPayment()];
  const emptyImport = { imported: 0, known: 0, adjusted: [], adjustedCount: 0 };
  expect(
    await bed.importReport(line(first), line('404'), line(second, '9,00', '0', '9,00'), line(first)),
  ).toEqual({
    ...emptyImport,
    rejectedCount: 1,
    rejected: [{ line: 5, problem: 'DOUBLED' }],
  });
  expect(await bed.importReport(line(first), line('404'), line(second, '9,00', '0', '9,00'))).toEqual({
    ...emptyImport,
    rejectedCount: 2,
    rejected: [
      { line: 3, problem: 'UNKNOWN_PAYMENT', paymentId: '404' },
      { line: 4, problem: 'OTHER_AMOUNT', paymentId: second, bookedCentavos: 1000, reportedCentavos: 900 },
    ],
  });
  expect(await bed.panel().receivables()).toMatchObject({ lines: 0, lastImportAt: null, open: { count: 2 } });
});

test('rejects an amount that the ledger cannot hold', async () => {
  expect(
    await bed.importReport(payout('77', '-9999999999,99'), payout('78', '-99999999999,00')),
  ).toMatchObject({ imported: 0, rejected: [{ line: 3, problem: 'AMOUNT' }] });
  expect(await bed.importReport(payout('77', '-9999999999,99'))).toMatchObject({ imported: 1, rejected: [] });
});

test('reads an unknown payment of an order at the provider, and accepts the report then', async () => {
  await bed.webhooks(false);
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await bed.db.deleteFrom('providerPayments').execute();
  expect((await bed.importReport(line(paymentId))).rejected).toMatchObject([{ problem: 'UNKNOWN_PAYMENT' }]);
  expect(await bed.panel().readPayment({ paymentId })).toEqual({ found: 'order', orderId: order.id });
  expect(await bed.status(order.id)).toBe('paid');
  expect(await bed.importReport(line(paymentId))).toMatchObject({ imported: 1, rejectedCount: 0 });
  const log = await bed.db
    .selectFrom('activityLogs')
    .select('userId')
    .where('action', '=', 'read-payment')
    .execute();
  expect(log).toEqual([{ userId: bed.admin }]);
});

test('reports a payment that no provider knows', async () => {
  expect(await bed.panel().readPayment({ paymentId: '404' })).toEqual({ found: 'absent' });
});

test('reports an unknown state for an unresponsive provider', async () => {
  await bed.faults({ match: 'GET /v1/payments', status: 503 });
  expect(await bed.panel().readPayment({ paymentId: '404' })).toEqual({ found: 'unavailable' });
  await bed.faults();
});

test('counts every wrong line of a report, and lists the first hundred', async () => {
  const wrongLines = Array.from({ length: 120 }, (_, index) => line(String(90_000 + index)));
  const { rejected, rejectedCount } = await bed.importReport(...wrongLines);
  expect([rejected.length, rejectedCount]).toEqual([100, 120]);
});

test('imports overlapping reports once, also concurrently', async () => {
  const [first, second] = [await bed.addPayment(), await bed.addPayment()];
  const results = await Promise.all([
    bed.importReport(line(first)),
    bed.importReport(line(first), line(second)),
    bed.importReport(line(first)),
  ]);
  expect(results.flatMap(({ rejected }) => rejected)).toEqual([]);
  expect(results.reduce((sum, { imported }) => sum + imported, 0)).toBe(2);
  expect(await bed.panel().receivables()).toMatchObject({ lines: 2, net: 1980, open: { count: 0 } });
});

test('rejects a report of another account, and a line that has changed since', async () => {
  const [first, second] = [await bed.addPayment(), await bed.addPayment()];
  await bed.importReport(line(first));
  expect((await bed.importReport(line(second, '10,00', '-0,10', '9,90', '778'))).rejected).toEqual([
    { line: 2, problem: 'ACCOUNT', paymentId: second },
  ]);
  expect((await bed.importReport(line(first, '10,00', '-0,20', '9,80'))).rejected).toEqual([
    { line: 2, problem: 'CHANGED', paymentId: first },
  ]);
});

test('settles a payment once, even if a later report has another date', async () => {
  const paymentId = await bed.addPayment();
  const at = (date: string) => line(paymentId).replace('2026-11-20T10:00:00.000-03:00', date);
  expect((await bed.importReport(line(paymentId), at('2026-11-21T10:00:00.000-03:00'))).rejected).toEqual([
    { line: 3, problem: 'DOUBLED' },
  ]);
  await bed.importReport(line(paymentId));
  expect(await bed.importReport(at('2026-11-20T13:00:00Z'))).toMatchObject({
    imported: 0,
    known: 1,
    rejected: [],
  });
  expect((await bed.importReport(at('2026-11-21T10:00:00.000-03:00'))).rejected).toEqual([
    { line: 2, problem: 'CHANGED', paymentId },
  ]);
  expect(await bed.panel().receivables()).toMatchObject({ lines: 1, net: 990 });
});

test('adds up refunds of one payment that settled in the same second, if the payment has that many', async () => {
  const paymentId = await bed.addPayment();
  const refund = `${paymentId};777;REFUND;-2,50;BRL;0,02;-2,48;2026-11-21T10:00:00.000-03:00`;
  expect((await bed.importReport(line(paymentId), refund, refund)).rejected).toEqual([
    { line: 3, problem: 'DOUBLED', paymentId },
  ]);
  await bed.db
    .updateTable('providerPayments')
    .set({ refunded: '5.00' })
    .where('paymentId', '=', paymentId)
    .execute();
  const report = [line(paymentId), refund, refund] as const;
  expect(await bed.importReport(...report)).toMatchObject({ imported: 2, rejected: [] });
  expect(await bed.importReport(...report)).toMatchObject({ imported: 0, known: 2, rejected: [] });
  expect(await bed.panel().receivables()).toMatchObject({ net: 990 - 2 * 248 });
  expect((await bed.importReport(refund, refund, refund)).rejected).toMatchObject([{ problem: 'CHANGED' }]);
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
  const [more, less, equal] = [await bed.addPayment(), await bed.addPayment(), await bed.addPayment()];
  for (const paymentId of [more, less, equal]) await book(paymentId, 10);
  const report = [line(more, '10,00', '-0,25', '9,75'), line(less, '10,00', '-0,04', '9,96'), line(equal)];
  const results = await Promise.all([bed.importReport(...report), bed.importReport(...report)]);
  expect(results.flatMap(({ adjusted }) => adjusted)).toEqual([
    { line: 2, paymentId: more, bookedCentavos: 10, reportedCentavos: 25 },
    { line: 3, paymentId: less, bookedCentavos: 10, reportedCentavos: 4 },
  ]);
  expect([await feesOf(more), await feesOf(less), await feesOf(equal)]).toEqual([25, 4, 10]);
  expect((await bed.panel().receivables()).adjustments).toEqual({
    count: 2,
    centavos: 9,
    latest: [
      { paymentId: less, bookedCentavos: 10, reportedCentavos: 4 },
      { paymentId: more, bookedCentavos: 10, reportedCentavos: 25 },
    ],
  });
});

test('books no fee of a payment of another system', async () => {
  const foreign = await bed.addPayment();
  await bed.db
    .updateTable('providerPayments')
    .set({ disposition: 'orphan' })
    .where('paymentId', '=', foreign)
    .execute();
  expect(await bed.importReport(line(foreign))).toMatchObject({
    imported: 1,
    adjusted: [],
    adjustedCount: 0,
  });
  expect(await feesOf(foreign)).toBe(0);
});

test('books nothing of a report with an implausible fee', async () => {
  const [first, second] = [await bed.addPayment(), await bed.addPayment()];
  await book(first, 10);
  expect(await bed.importReport(line(second), line(first, '10,00', '-10,01', '-0,01'))).toEqual({
    imported: 0,
    known: 0,
    adjusted: [],
    adjustedCount: 0,
    rejectedCount: 1,
    rejected: [{ line: 3, problem: 'FEE', paymentId: first, bookedCentavos: 10, reportedCentavos: 1001 }],
  });
  expect([await feesOf(first), await feesOf(second)]).toEqual([10, 0]);
  expect(await bed.panel().receivables()).toMatchObject({ lines: 0, adjustments: { count: 0 } });
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
  expect(await bed.importReport(line(paymentId, '10,00', '-0,25', '9,75'))).toMatchObject({ imported: 1 });
  await bed.webhooks(true);
  bed.clock.advance(3_600);
  await bed.payments.runDueWork();
  const paid = () =>
    bed.db.selectFrom('orders').select('status').where('id', '=', order.id).executeTakeFirst();
  await until(async () => (await paid())?.status === 'paid');
  expect(await feesOf(paymentId)).toBe(25);
});
