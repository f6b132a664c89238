import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed, until } from '../payments.testing.ts';
import { readLedger } from '../../ledger/read-ledger.ts';
import { fetchSettlementReports } from './fetch-reports.job.ts';
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
    rejectedFile: null,
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
    rejectedFile: { rejected: [{ line: expect.any(Number), problem: 'UNKNOWN_PAYMENT' }] },
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
  expect(await receivables()).toMatchObject({ rejectedFile: null });
  expect(await bed.db.selectFrom('settlementLines').select('paymentId').execute()).toEqual([{ paymentId }]);
  expect(await notifications()).toHaveLength(1);
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
