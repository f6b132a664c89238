import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import {
  commissionEarned,
  commissionRestored,
  commissionReversed,
} from '@mare/domain/affiliates/commission.ts';
import { chargeback, type LedgerTransaction } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { FINANCE_KINDS } from '@mare/domain/admin/finance-figures.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { line } from '../../orders/orders.testing.ts';
import {
  createPaymentsTestbed,
  paidOrder,
  type PaymentsTestbed,
  until,
} from '../../payments/payments.testing.ts';
import { refundRifa } from '../../payments/refunds/cancelled/refund-rifa.ts';
import { readOrder } from '../orders/read-order.ts';
import { exportList } from '../exports/export-lists.ts';
import { listFinanceEntries, periodBefore, readFinance } from './read-finance.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const YEAR_2026 = { from: '2026-01-01', to: '2026-12-31' };
const currentYear = () => {
  const year = dateInMaceio(bed.clock.now()).slice(0, 4);
  return { from: `${year}-01-01`, to: `${year}-12-31` };
};

async function exportLines(
  name: 'vendas' | 'pedidos' | 'movimento',
  period: { from: string; to: string },
): Promise<string[]> {
  let text = '';
  for await (const chunk of exportList(bed.db, name, {
    period,
    orders: orderFilters.parse({ from: period.from, to: period.to }),
  }))
    text += chunk;
  return text.trimEnd().split('\r\n');
}

test('compares with the same number of days before', () => {
  expect(periodBefore({ from: '2026-11-01', to: '2026-11-30' })).toEqual({
    from: '2026-10-02',
    to: '2026-10-31',
  });
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({
    from: '2026-02-28',
    to: '2026-02-28',
  });
  expect(periodBefore(YEAR_2026)).toEqual({ from: '2025-01-01', to: '2025-12-31' });
});

test('keeps a sale on its day and books its refund on its rifa and order', async () => {
  const [kept, cancelled] = [await bed.rifa(100), await bed.rifa(100)];
  const sold = await paidOrder(bed, {
    lines: [{ ...line(kept, 4), totalCentavos: 700 }, line(cancelled, 1)],
  });
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', cancelled).execute();
  await refundRifa(bed.context, cancelled);
  await bed.payments.runDueWork();
  const report = await readFinance(bed.db, currentYear());
  expect(report.unbalanced).toEqual([]);
  expect(report.total).toMatchObject({ sales: 900, refunds: 200, chargebacks: 0, commissions: 0 });
  expect(report.total).toMatchObject({ gross: 1_000, discounts: 100, prizes: 0, taxes: 0 });
  // Each total is the sum over the rifas and over entries without a rifa.
  for (const kind of ['gross', ...FINANCE_KINDS, 'result'] as const)
    expect([kind, report.rifas.reduce((sum, rifa) => sum + rifa[kind], report.ofNoRifa[kind])]).toEqual([
      kind,
      report.total[kind],
    ]);
  expect(report.ofNoRifa.result).toBe(0);
  expect(report.rifas.map(({ discounts }) => discounts)).toEqual([100, 0]);
  expect(report.rifas.reduce((sum, { fees }) => sum + fees, 0)).toBe(report.total.fees);
  expect(report.total.fees).toBeGreaterThan(0);
  expect(report.total.result).toBe(700 - report.total.fees);
  expect(report.days.reduce((sum, { result }) => sum + result, 0)).toBe(report.total.result);
  expect(report.rifas.map(({ rifaId, sales, refunds }) => [rifaId, sales, refunds])).toEqual([
    [kept, 700, 0],
    [cancelled, 200, 200],
  ]);
  const listEntries = async (kind: 'sales' | 'refunds' | 'fees', rifaId?: string) =>
    (await listFinanceEntries(bed.db, { ...currentYear(), kind, ...(rifaId && { rifaId }) })).entries;
  expect(await listEntries('refunds', cancelled)).toMatchObject([
    { centavos: 200, externalReference: sold.externalReference },
  ]);
  expect(await listEntries('sales', kept)).toMatchObject([
    { centavos: 700, externalReference: sold.externalReference },
  ]);
  for (const { centavos, externalReference } of await listEntries('fees')) {
    expect(centavos).toBe(report.total.fees);
    expect(externalReference).toBe(sold.externalReference);
  }

  const [head, ...rows] = await exportLines('pedidos', currentYear());
  expect(head).toContain('Devolvido');
  expect(rows).toHaveLength(2);
  for (const row of rows) {
    expect(row).toContain(sold.externalReference);
    expect(row).toContain(sold.paymentId);
  }
  expect(new Set(rows.map((row) => row.split(';').slice(11, 13).join(' ')))).toEqual(new Set(['7 0', '2 2']));
  expect(await exportLines('pedidos', { from: '2001-01-01', to: '2001-12-31' })).toHaveLength(1);
  expect((await exportLines('vendas', currentYear())).length).toBeGreaterThan(2);
  expect(await exportLines('vendas', { from: '2001-01-01', to: '2001-12-31' })).toHaveLength(1);
});

// @covers panel: commission of a rifa in Financeiro and its exports is on the money of it that stays
//   [server/admin/finance/rifa-shares.queries.ts]
test('a fully refunded rifa has no commission, and the others have it on their remaining sales', async () => {
  const rifas = { kept: await bed.rifa(100), returned: await bed.rifa(100), partly: await bed.rifa(100) };
  for (const [title, id] of Object.entries(rifas))
    await bed.db.updateTable('rifas').set({ title }).where('id', '=', id).execute();
  const lines = [line(rifas.kept, 2), line(rifas.returned, 4), line(rifas.partly, 3)];
  const { id: orderId } = await paidOrder(bed, { lines });
  let at = bed.clock.now();
  const post = async (transaction: LedgerTransaction) => {
    await postToLedger(bed.db, [transaction], at);
    at = new Date(at.getTime() + 1000);
  };
  const { paymentId } = await bed.db
    .selectFrom('providerPayments')
    .select('paymentId')
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  const postRefund = async (rifaId: string, centavos: number, refundedCentavos: number) => {
    const entries = [
      { account: `sales:${rifaId}`, amountCentavos: centavos },
      { account: 'mp_receivable', amountCentavos: -centavos },
    ];
    await post({ key: `out:sandbox:${paymentId}:${refundedCentavos}`, entries });
  };
  const readCommissions = async () => {
    const report = await readFinance(bed.db, currentYear());
    const [byDay, byMoment] = [
      await exportLines('vendas', currentYear()),
      await exportLines('movimento', currentYear()),
    ];
    return Object.keys(rifas).map((title) => {
      const { commissions } = report.rifas.find((rifa) => rifa.title === title)!;
      for (const file of [byDay, byMoment]) expect(sumColumn(file, title, 'Comissões')).toBe(commissions);
      return commissions;
    });
  };
  // 5% of R$ 4, R$ 8 and R$ 6.
  await post(commissionEarned(orderId, 'an-affiliate', 90));
  expect(await readCommissions()).toEqual([20, 40, 30]);
  await postRefund(rifas.returned, 800, 800);
  await post(commissionReversed({ orderId, returnedCentavos: 800 }, 'an-affiliate', 40));
  expect(await readCommissions()).toEqual([20, 0, 30]);
  await postRefund(rifas.partly, 200, 1000);
  await post(commissionReversed({ orderId, returnedCentavos: 1000 }, 'an-affiliate', 10));
  expect(await readCommissions()).toEqual([20, 0, 20]);
  // A lost dispute.
  await post(commissionReversed({ orderId, returnedCentavos: 1800 }, 'an-affiliate', 40));
  expect(await readCommissions()).toEqual([0, 0, 0]);
  // The charge-back is reversed, twice.
  await post(commissionRestored({ orderId, restored: 0 }, 'an-affiliate', 40));
  expect(await readCommissions()).toEqual([20, 0, 20]);
  await post(commissionReversed({ orderId, returnedCentavos: 1800, restored: 1 }, 'an-affiliate', 40));
  expect(await readCommissions()).toEqual([0, 0, 0]);
  await post(commissionRestored({ orderId, restored: 1 }, 'an-affiliate', 40));
  expect(await readCommissions()).toEqual([20, 0, 20]);
});

test('the exports by day and by moment match the results of the rifas', async () => {
  const rifas = [await bed.rifa(100), await bed.rifa(100), await bed.rifa(100)];
  for (const [at, id] of rifas.entries())
    await bed.db
      .updateTable('rifas')
      .set({ title: `Rifa ${at}` })
      .where('id', '=', id)
      .execute();
  const order = await paidOrder(bed, { lines: rifas.map((rifa) => line(rifa, 1)) });
  const now = bed.clock.now();
  const later = new Date(now.getTime() + 1000);
  // A centavo cannot be split over three rifas.
  await postToLedger(bed.db, [commissionEarned(order.id, 'an-affiliate', 10)], now);
  const reversal = { orderId: order.id, returnedCentavos: 100 };
  await postToLedger(bed.db, [commissionReversed(reversal, 'an-affiliate', 10)], later);
  const payment = { provider: 'sandbox', paymentId: 'lost', amountCentavos: 100 };
  await bed.db
    .insertInto('providerPayments')
    .values({
      provider: payment.provider,
      paymentId: payment.paymentId,
      orderId: order.id,
      amount: '1.00',
      currency: 'BRL',
      state: 'charged_back',
      rawStatus: 'charged_back',
      disposition: 'late',
      providerUpdatedAt: later,
    })
    .execute();
  await postToLedger(bed.db, [chargeback(payment, 0, true)], later);
  const report = await readFinance(bed.db, currentYear());
  const [byDay, byMoment] = [
    await exportLines('vendas', currentYear()),
    await exportLines('movimento', currentYear()),
  ];
  for (const title of ['Rifa 0', 'Rifa 1', 'Rifa 2']) {
    const { fees, chargebacks, commissions, result } = report.rifas.find((rifa) => rifa.title === title)!;
    expect(commissions).toBe(0);
    const expected = [fees, chargebacks, commissions, result];
    const headingsByDay = ['Tarifas', 'Contestações', 'Comissões', 'Resultado'];
    expect([title, headingsByDay.map((head) => sumColumn(byDay, title, head))]).toEqual([title, expected]);
    const headingsByMoment = ['Tarifas do provedor', 'Contestações perdidas', 'Comissões', 'Resultado'];
    expect([title, headingsByMoment.map((head) => sumColumn(byMoment, title, head))]).toEqual([
      title,
      expected,
    ]);
  }
  expect(sumColumn(byDay, '', 'Resultado')).toBe(report.ofNoRifa.result);
});

/** Sum of a column over the rows of a rifa, in centavos. */
function sumColumn([head, ...rows]: string[], title: string, column: string): number {
  const headings = head!.replace('\uFEFF', '').split(';');
  const cells = rows.map((row) => row.split(';')).filter((row) => row[headings.indexOf('Rifa')] === title);
  return cells.reduce(
    (sum, row) => sum + Math.round(Number(row[headings.indexOf(column)]!.replace(',', '.')) * 100),
    0,
  );
}

test('exports a lost dispute with its order, and shows it on the order, as in the ledger', async () => {
  const [cancelled, kept] = [await bed.rifa(100), await bed.rifa(100)];
  const order = await paidOrder(bed, { lines: [line(cancelled, 1), line(kept, 2)] });
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', cancelled).execute();
  await refundRifa(bed.context, cancelled);
  await bed.payments.runDueWork();
  expect((await readOrder(bed.db, order.id, false))!.chargedBackCentavos).toBe(0);
  const before = await readFinance(bed.db, currentYear());
  await bed.transition(order.paymentId, 'charge_back');
  await until(async () => (await readOrder(bed.db, order.id, false))!.isDisputed);
  await bed.transition(order.paymentId, 'lose_charge_back');
  await until(async () => (await bed.status(order.id)) === 'charged_back');
  const lostCentavos =
    (await readFinance(bed.db, currentYear())).total.chargebacks - before.total.chargebacks;
  expect(lostCentavos).toBe(400);
  expect(await readOrder(bed.db, order.id, false)).toMatchObject({
    returnedCentavos: 200,
    chargedBackCentavos: lostCentavos,
  });
  const [head, ...rows] = await exportLines('pedidos', currentYear());
  const orderRows = rows.filter((row) => row.includes(order.externalReference));
  const readCells = (name: string) =>
    orderRows.map((row) => Number(row.split(';')[head!.split(';').indexOf(name)]!.replace(',', '.')));
  const sumCells = (name: string) => readCells(name).reduce((sum, value) => sum + value, 0);
  expect([sumCells('Valor pago'), sumCells('Devolvido')]).toEqual([6, 2]);
  expect(sumCells('Contestações perdidas')).toBeCloseTo(lostCentavos / 100);
});
