/** Compares ledger, finance page, export and affiliate panel with the payments. */
import { sql } from 'kysely';
import { exportFilters } from '../../../admin/exports/export-filters.ts';
import { exportList } from '../../../admin/exports/export-lists.ts';
import { readFinance } from '../../../admin/finance/read-finance.ts';
import { isBalanced, readLedger } from '../../../ledger/read-ledger.ts';
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-steps.testing.ts';
import { differences } from './differences.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

const COMMISSION_PERCENT = 5;

const sumOf = (truths: readonly OrderTruth[], centavosOf: (truth: OrderTruth) => number) =>
  truths.reduce((sum, truth) => sum + centavosOf(truth), 0);
const lostOf = ({ isLost, amountCentavos, refundedCentavos }: OrderTruth) =>
  isLost ? amountCentavos - refundedCentavos : 0;

/** The draws move the clock to 2030. */
const ALL_DAYS = { from: '2025-01-01', to: '2031-12-31' };

export async function findFaultsOfFinance(
  { db }: DisputeShop,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const { total } = await readFinance(db, ALL_DAYS);
  const expected = {
    sales: sumOf(truths, ({ amountCentavos }) => amountCentavos),
    refunds: sumOf(truths, ({ refundedCentavos }) => refundedCentavos),
    chargebacks: sumOf(truths, lostOf),
  };
  return differences('finance', expected, total);
}

/** The file of orders has a row for each rifa of an order. */
export async function findFaultsOfExport(
  { db }: DisputeShop,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  let text = '';
  for await (const part of exportList(db, 'pedidos', exportFilters.pedidos.parse({}))) text += part;
  const [head, ...rows] = text
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(';'));
  const faults: string[] = [];
  for (const [index, truth] of truths.entries()) {
    const ofOrder = rows.filter((row) => row.includes(truth.reference));
    const centavosOf = (column: string) =>
      ofOrder.reduce(
        (sum, row) => sum + Math.round(Number(row[head!.indexOf(column)]!.replace(',', '.')) * 100),
        0,
      );
    const found = {
      paid: centavosOf('Valor pago'),
      returned: centavosOf('Devolvido'),
      lost: centavosOf('Contestações perdidas'),
    };
    const expected = { paid: truth.amountCentavos, returned: truth.refundedCentavos, lost: lostOf(truth) };
    faults.push(...differences(`export of order ${index}`, expected, found));
  }
  return faults;
}

export async function findFaultsOfMoney(
  shop: DisputeShop,
  { affiliate }: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const ledger = await readLedger(shop.db);
  const faults = isBalanced(ledger) ? [] : [`the ledger: ${JSON.stringify(ledger)}`];
  const due = truths
    .filter(({ status }) => status === 'paid')
    .reduce(
      (sum, { amountCentavos, refundedCentavos }) =>
        sum + Math.floor(((amountCentavos - refundedCentavos) * COMMISSION_PERCENT) / 100),
      0,
    );
  const { panel } = await shop.clientOf(affiliate.userId).affiliates.panel();
  const { pendingCentavos, confirmedCentavos } = panel!;
  const { rows } = await sql<{ owed: number; paidOut: number }>`
    select coalesce(-sum(amount) * 100, 0)::integer as owed,
      (select coalesce(sum(amount) * 100, 0)::integer from payouts
        where affiliate_id = ${affiliate.id} and status = 'paid') as paid_out
    from ledger_entries where account = ${`affiliates_payable:${affiliate.id}`}`.execute(shop.db);
  const { owed, paidOut } = rows[0]!;
  if (owed + paidOut !== due) faults.push(`commissions: ${owed} owed and ${paidOut} paid, ${due} due`);
  if (pendingCentavos !== owed) faults.push(`affiliate: ${pendingCentavos} pending, ${owed} owed`);
  if (confirmedCentavos !== paidOut)
    faults.push(`affiliate: ${confirmedCentavos} confirmed, ${paidOut} paid`);
  return faults;
}
