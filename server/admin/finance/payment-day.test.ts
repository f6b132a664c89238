/** The day that money counts on, equal in the order, the ledger, the stats and every exported file. */
import { commissionEarned } from '@mare/domain/affiliates/commission.ts';
import { dateInMaceio, MACEIO_OFFSET_MS } from '@mare/domain/time/maceio-time.ts';
import { SETTLEMENT_COLUMNS } from '@mare/domain/payments/settlement-report.ts';
import { prizePaid, transferToBank } from '@mare/domain/payments/ledger.ts';
import { voucherEarned } from '@mare/domain/partners/partner-terms.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { line } from '../../orders/orders.testing.ts';
import { importReport } from '../../payments/settlement-reports/import-report.ts';
import { settleInCash } from '../../payments/cash/settle-in-cash.ts';
import { createPaymentsTestbed, type PaymentsTestbed, sendRefunds } from '../../payments/payments.testing.ts';
import { requestRefund } from '../../payments/refunds/request-refund.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { exportList } from '../exports/export-lists.ts';
import { readSales } from '../sales/read-sales.ts';
import { readFinance } from './read-finance.ts';

const DAY_MS = 86_400_000;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

const today = () => dateInMaceio(bed.clock.now());

/** Half a minute before a future midnight in Maceió, so that a use of the database's clock is found. @returns the day that ends */
function moveClockBeforeMidnight(): string {
  const sinceMidnight = (bed.clock.now().getTime() + MACEIO_OFFSET_MS) % DAY_MS;
  bed.clock.advance((2 * DAY_MS - sinceMidnight) / 1000 - 30);
  return today();
}

/** Sums of the figures of an exported file, in centavos. */
async function sumExportedFile(name: keyof typeof HEADINGS, day: string): Promise<number[]> {
  let text = '';
  const period = { from: day, to: day };
  for await (const chunk of exportList(bed.db, name, { period })) text += chunk;
  const [head, ...rows] = text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(';'));
  return HEADINGS[name].map((heading) => {
    const column = head!.indexOf(heading);
    expect(column).toBeGreaterThanOrEqual(0);
    return rows.reduce((sum, cells) => sum + Math.round(Number(cells[column]!.replace(',', '.')) * 100), 0);
  });
}

/** Header line of each file. */
const HEADINGS = {
  vendas: ['Preço cheio', 'Descontos', 'Vendas', 'Reembolsos', 'Tarifas', 'Resultado'],
  movimento: ['Preço cheio', 'Descontos', 'Vendas', 'Reembolsos', 'Tarifas do provedor', 'Resultado'],
};

/** Figures of one day from every report that shows them; expects them to be equal. */
async function readEqualFigures(day: string) {
  const { total } = await readFinance(bed.db, { from: day, to: day });
  const { gross, discounts, sales, refunds, fees, result } = total;
  const figures = [gross, discounts, sales, refunds, fees, result];
  expect(await sumExportedFile('vendas', day)).toEqual(figures);
  expect(await sumExportedFile('movimento', day)).toEqual(figures);
  const dashboard = await readSales(bed.platform, 'day', { from: day, until: day });
  expect(dashboard.revenueCentavos).toBe(sales - refunds);
  return { gross, discounts, sales, refunds, fees };
}

async function findPaidDay(orderId: string): Promise<string> {
  const order = await bed.db
    .selectFrom('orders')
    .select('paidAt')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  return dateInMaceio(order.paidAt!);
}

// @covers beyond: a payment counts on the day on which the provider approved it, in every figure and file
//   [domain/payments/money-time.ts, server/payments/settlement/apply-snapshot.ts]
test('counts a Pix approved before midnight on that day, even if reported later', async () => {
  const day = moveClockBeforeMidnight();
  const [firstRifa, secondRifa] = [await bed.rifa(), await bed.rifa()];
  const order = await bed.order('pix', {
    lines: [{ ...line(firstRifa, 4), totalCentavos: 700 }, line(secondRifa, 1)],
  });
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  bed.clock.advance(60);
  const nextDay = today();
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  expect(await findPaidDay(order.id)).toBe(day);
  const figures = await readEqualFigures(day);
  expect(figures).toMatchObject({ gross: 1000, discounts: 100, sales: 900, refunds: 0 });
  expect(figures.fees).toBeGreaterThan(0);
  expect(await readEqualFigures(nextDay)).toMatchObject({ gross: 0, sales: 0, fees: 0 });
  // Reports that a day has changed since its export.
  const { recordedLater } = await readFinance(bed.db, { from: day, to: day });
  expect(recordedLater).toMatchObject({
    figures: { gross: 1000, discounts: 100, sales: 900, fees: figures.fees },
  });
  expect(await readFinance(bed.db, { from: day, to: nextDay })).toMatchObject({ recordedLater: null });

  // A refund counts on its own day; the sale keeps its day.
  bed.clock.advance(DAY_MS / 1000);
  await requestRefund(bed.context, {
    orderId: order.id,
    reason: 'admin',
    amountCentavos: null,
    deduplicationKey: '',
    source: 'admin',
  });
  await sendRefunds(bed.context);
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  expect(await readEqualFigures(today())).toMatchObject({ gross: 0, sales: 0, refunds: 900 });
  expect(await readEqualFigures(day)).toEqual(figures);
});

test('counts cash on the day of the sale', async () => {
  const day = moveClockBeforeMidnight();
  const order = await bed.order('pix', { lines: [line(await bed.rifa(), 3)] });
  await settleInCash(bed.context, order.id, 'admin');
  expect(await findPaidDay(order.id)).toBe(day);
  expect(await readEqualFigures(day)).toMatchObject({ sales: 600 });
  expect(await readFinance(bed.db, { from: day, to: day })).toMatchObject({ recordedLater: null });
});

test('exports an order of the previous day on the day of its payment', async () => {
  moveClockBeforeMidnight();
  const order = await bed.order('pix', { lines: [line(await bed.rifa(), 2)] });
  bed.clock.advance(60);
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
  expect(await readEqualFigures(today())).toMatchObject({ sales: 400 });
});

test('exports costs without an order, so that the file adds up', async () => {
  moveClockBeforeMidnight();
  const [rifaId, now] = [await bed.rifa(), bed.clock.now()];
  const order = await bed.order('pix', { lines: [line(rifaId, 5)] });
  await settleInCash(bed.context, order.id, 'admin');
  await postToLedger(
    bed.db,
    [
      commissionEarned(order.id, 'an-affiliate', 50),
      voucherEarned({ id: order.id, partnerId: 'a-partner', commissionCentavos: 30, undone: 0 }),
      prizePaid(`prize:${order.id}`, rifaId, 200),
      transferToBank({ provider: 'sandbox', type: 'PAYOUTS', id: order.id }, 300, 7),
    ],
    now,
  );
  const figures = await readEqualFigures(today());
  expect(figures).toMatchObject({ sales: 1000, fees: 7 });
  const { total } = await readFinance(bed.db, { from: today(), to: today() });
  expect(total.result).toBe(1000 - 50 - 30 - 200 - 7);
});

test('reports that a month changed by a bank transfer that was imported later', async () => {
  const lastDay = new Date(bed.clock.now().getTime() + 60 * DAY_MS);
  const firstOfMonth = Date.UTC(lastDay.getUTCFullYear(), lastDay.getUTCMonth(), 1);
  const day = dateInMaceio(new Date(firstOfMonth));
  bed.clock.advance((firstOfMonth + 5 * DAY_MS - bed.clock.now().getTime()) / 1000);
  const transfer = `77001;1;WITHDRAWAL;-30,00;BRL;-0,20;-30,20;${day}T20:00:00.000-03:00`;
  const csv = [SETTLEMENT_COLUMNS.join(';'), transfer].join('\n');
  const { id: provider } = bed.context.provider;
  expect(await importReport(bed.context, { provider, csv, userId: null })).toMatchObject({ imported: 1 });
  const { recordedLater } = await readFinance(bed.db, { from: `${day.slice(0, 8)}01`, to: day });
  expect(recordedLater).toMatchObject({ latestAt: expect.any(String), figures: { fees: 20 } });
  expect(dateInMaceio(new Date(recordedLater!.latestAt))).toBe(today());
});
