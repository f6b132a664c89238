import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { midnightInMaceio } from '@mare/domain/time/maceio-time.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed, until } from '../payments.testing.ts';
import { readLedger } from '../../ledger/read-ledger.ts';
import { fetchSettlementReports } from './fetch-reports.job.ts';
import { importReport } from './import-report.ts';
import { readAtProvider } from './read-at-provider.ts';
import { readReceivables } from './read-receivables.ts';

const DAY = 86_400;
let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.db.deleteFrom('settlementFiles').execute();
  await bed.db.deleteFrom('settlementRequests').execute();
  await bed.db.deleteFrom('settlementLines').execute();
  await bed.db.deleteFrom('settlementReports').execute();
  await bed.db.deleteFrom('notifications').execute();
  await bed.pool.query('delete from sandbox.settlement_reports; delete from sandbox.withdrawals');
});

const fetchReports = () => fetchSettlementReports(bed.context);
const receivables = () => readReceivables(bed.db, bed.context.provider);
const nextDay = () => bed.clock.advance(DAY);
/** State in the shop's database. */
const stateOf = async (paymentId: string) => {
  const row = await bed.db
    .selectFrom('providerPayments')
    .select('state')
    .where('paymentId', '=', paymentId)
    .executeTakeFirst();
  return row?.state;
};

test('requests and imports past days, and books bank transfers', async () => {
  await paidOrder(bed);
  const refunded = await paidOrder(bed);
  await bed.transition(refunded.paymentId, 'refund');
  await until(async () => (await stateOf(refunded.paymentId)) === 'refunded');
  await bed.control('POST', '/withdrawals', { amount: 12.34 });
  const before = await readLedger(bed.db);

  nextDay();
  await fetchReports();
  expect(await receivables()).toMatchObject({ lines: 0, lastImportAt: null });
  await Promise.all([fetchReports(), fetchReports()]);
  await fetchReports();

  expect(await receivables()).toMatchObject({
    transferred: 1234,
    rejectedFiles: [],
    open: { count: 0, centavos: 0 },
  });
  const after = await readLedger(bed.db);
  expect(after.accounts.bank).toBe((before.accounts.bank ?? 0) + 1234);
  expect(after).toMatchObject({ unbalanced: [], strayCentavos: 0, differenceCentavos: 0 });
});

test('imports nothing of a file with a foreign payment, reports it once, and continues with the next day', async () => {
  const admin = await bed.buyer();
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', admin).execute();
  await bed.webhooks(false);
  await bed.control('POST', '/foreign_payment', { amount: 7, notification_url: bed.origin });
  nextDay();
  await fetchReports();
  await fetchReports();
  await fetchReports();
  expect(await receivables()).toMatchObject({
    lines: 0,
    rejectedFiles: [{ rejected: [{ line: expect.any(Number), problem: 'UNKNOWN_PAYMENT' }] }],
  });
  const notifications = () =>
    bed.db.selectFrom('notifications').select('title').where('userId', '=', admin).execute();
  expect(await notifications()).toEqual([{ title: 'O relatório do provedor não confere' }]);

  await bed.webhooks(true);
  nextDay();
  const { paymentId } = await paidOrder(bed);
  nextDay();
  await fetchReports();
  await fetchReports();
  expect(await receivables()).toMatchObject({ rejectedFiles: [{ rejectedCount: 1 }] });
  expect(await bed.db.selectFrom('settlementLines').select('paymentId').execute()).toEqual([{ paymentId }]);
  expect(await notifications()).toHaveLength(1);
});

/** Makes the provider report a payment of another system with a transfer, and rejects the file. @returns the payment */
async function rejectForeign(): Promise<string> {
  const earlier = { name: 'earlier.csv', coversUntil: midnightInMaceio(bed.clock.now()) };
  await bed.db
    .insertInto('settlementFiles')
    .values({ ...earlier, provider: bed.context.provider.id, readAt: bed.clock.now() })
    .execute();
  await bed.webhooks(false);
  await bed.control('POST', '/foreign_payment', { amount: 7, notification_url: bed.origin });
  await bed.control('POST', '/withdrawals', { amount: 3 });
  nextDay();
  await fetchReports();
  await fetchReports();
  await bed.webhooks(true);
  const { rejectedFiles } = await receivables();
  expect(rejectedFiles).toMatchObject([{ rejected: [{ problem: 'UNKNOWN_PAYMENT' }], rejectedCount: 1 }]);
  return rejectedFiles[0]!.rejected[0]!.paymentId!;
}

test('imports a rejected file once its unknown payments are stored, after later files too', async () => {
  const paymentId = await rejectForeign();
  await paidOrder(bed);
  nextDay();
  await fetchReports();
  await fetchReports();
  expect(await receivables()).toMatchObject({ transferred: 0, rejectedFiles: [{ rejectedCount: 1 }] });
  expect(await readAtProvider(bed.context, paymentId)).toEqual({ found: 'other_system' });
  await fetchReports();
  expect(await receivables()).toMatchObject({ transferred: 300, rejectedFiles: [] });
});

test('lists a rejected file until a person has imported its lines', async () => {
  const paymentId = await rejectForeign();
  const [file] = (await receivables()).rejectedFiles;
  const csv = await bed.context.provider.settlementReports!.read(file!.name);
  if (!csv.ok) throw new Error('the simulated provider has no report');
  const userId = await bed.buyer();
  const importLines = (lines: string[]) =>
    importReport(bed.context, { provider: bed.context.provider.id, csv: lines.join('\n'), userId });
  await readAtProvider(bed.context, paymentId);
  const [header, ...rows] = csv.value.trim().split(/\r?\n/);
  const [ofPayment, others] = [
    rows.filter((row) => row.includes(paymentId)),
    rows.filter((row) => !row.includes(paymentId)),
  ];
  expect(await importLines([header!, ...others])).toMatchObject({ ok: true, imported: 1 });
  expect(await receivables()).toMatchObject({ rejectedFiles: [{ name: file!.name }] });
  expect(await importLines([header!, ...ofPayment])).toMatchObject({ ok: true, imported: 1 });
  expect(await receivables()).toMatchObject({ rejectedFiles: [] });
});

test('requests a report once, and again when none arrived', async () => {
  const requests = async () => {
    const { rows } = await bed.pool.query('select 1 from sandbox.settlement_reports');
    return rows.length;
  };
  nextDay();
  await fetchReports();
  expect(await requests()).toBe(1);
  // The provider lost the report.
  await bed.pool.query('delete from sandbox.settlement_reports');
  await fetchReports();
  expect(await requests()).toBe(0);
  bed.clock.advance(7 * 3600);
  await fetchReports();
  expect(await requests()).toBe(1);
});
