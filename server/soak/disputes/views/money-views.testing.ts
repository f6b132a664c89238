/**
 * Compares the money of orders to the centavo: ledger, finance page, the panel's page of an order, the accountant's files,
 * and the affiliate's panel and statements.
 */
import { sql } from 'kysely';
import { exportFilters } from '../../../admin/exports/export-filters.ts';
import { exportList } from '../../../admin/exports/export-lists.ts';
import { readFinance } from '../../../admin/finance/read-finance.ts';
import { readStatement } from '../../../affiliates/panel/read-statement.ts';
import { isBalanced, readLedger } from '../../../ledger/read-ledger.ts';
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';
import { differences } from './differences.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

const COMMISSION_PERCENT = 5;

const sumOf = (truths: readonly OrderTruth[], centavosOf: (truth: OrderTruth) => number) =>
  truths.reduce((sum, truth) => sum + centavosOf(truth), 0);
const lostOf = ({ isLost, amountCentavos, refundedCentavos }: OrderTruth) =>
  isLost ? amountCentavos - refundedCentavos : 0;

/** The draws move the clock to 2030. */
export const ALL_DAYS = { from: '2025-01-01', to: '2031-12-31' };

export async function findFaultsOfFinance(
  { db }: DisputeShop,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const { total } = await readFinance(db, ALL_DAYS);
  const expected = {
    sales: sumOf(truths, ({ amountCentavos }) => amountCentavos),
    refunds: sumOf(truths, ({ refundedCentavos }) => refundedCentavos),
    chargebacks: sumOf(truths, lostOf),
    discounts: sumOf(truths, ({ listCentavos, amountCentavos }) => listCentavos - amountCentavos),
    commissions: sumOf(truths, commissionOf),
  };
  return differences('finance', expected, total);
}

/** The files of orders and of movements have rows for each rifa of an order, with the money of its page in the panel. */
export async function findFaultsOfExport(
  shop: DisputeShop,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const { db } = shop;
  const orders = await readFile(exportList(db, 'pedidos', exportFilters.pedidos.parse({})));
  const movements = await readFile(exportList(db, 'movimento', { period: ALL_DAYS }));
  const faults: string[] = [];
  for (const [index, truth] of truths.entries()) {
    const discount = truth.listCentavos - truth.amountCentavos;
    const page = await shop.admin.admin.orders.find({ id: truth.id });
    const fees = (page.ledger ?? []).filter(({ account }) => account === 'fees');
    const money = {
      paid: truth.amountCentavos,
      discount,
      returned: truth.refundedCentavos,
      lost: lostOf(truth),
      fee: fees.reduce((sum, { centavos }) => sum + centavos, 0),
    };
    const { reference } = truth;
    faults.push(
      ...differences(`file of orders, order ${index}`, money, {
        paid: orders.sum(reference, 'Valor pago'),
        discount: orders.sum(reference, 'Desconto'),
        returned: orders.sum(reference, 'Devolvido'),
        lost: orders.sum(reference, 'Contestações perdidas'),
        fee: orders.sum(reference, 'Tarifa'),
      }),
      ...differences(
        `file of movements, order ${index}`,
        { ...money, commission: commissionOf(truth) },
        {
          paid: movements.sum(reference, 'Vendas'),
          discount: movements.sum(reference, 'Descontos'),
          returned: movements.sum(reference, 'Reembolsos'),
          lost: movements.sum(reference, 'Contestações perdidas'),
          fee: movements.sum(reference, 'Tarifas do provedor'),
          commission: movements.sum(reference, 'Comissões'),
        },
      ),
      ...differences(
        `panel, order ${index}`,
        { total: truth.amountCentavos, discount },
        {
          total: page.totalCentavos,
          discount: page.discounts.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
        },
      ),
    );
  }
  return faults;
}

async function readFile(parts: AsyncIterable<string>) {
  let text = '';
  for await (const part of parts) text += part;
  const [head, ...rows] = text
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .map((row) => row.split(';'));
  return {
    /** Centavos of a column in the rows of an order. */
    sum: (reference: string, column: string) =>
      rows
        .filter((row) => row.includes(reference))
        .reduce(
          (sum, row) => sum + Math.round(Number(row[head!.indexOf(column)]!.replace(',', '.')) * 100),
          0,
        ),
  };
}

/** Centavos of an order's commission that stay with the affiliate, half a centavo rounded up. */
const commissionOf = ({ status, amountCentavos, refundedCentavos }: OrderTruth) =>
  status === 'paid' ? Math.floor(((amountCentavos - refundedCentavos) * COMMISSION_PERCENT + 50) / 100) : 0;

export async function findFaultsOfMoney(
  shop: DisputeShop,
  { affiliate }: DisputeHistory,
  truths: readonly OrderTruth[],
): Promise<string[]> {
  const ledger = await readLedger(shop.db);
  const faults = isBalanced(ledger) ? [] : [`the ledger: ${JSON.stringify(ledger)}`];
  const due = sumOf(truths, commissionOf);
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
  return [...faults, ...(await findFaultsOfStatement(shop, affiliate, owed))];
}

/** The statement of each month opens with the balance of the month before, and the last one closes with what is owed. */
async function findFaultsOfStatement(
  { db, platform }: DisputeShop,
  affiliate: DisputeHistory['affiliate'],
  owed: number,
): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select distinct to_char(at at time zone 'America/Maceio', 'YYYY-MM') as month
    from (
      select confirmed_at as at from affiliate_commissions where affiliate_id = ${affiliate.id}
      union all select paid_at from payouts where affiliate_id = ${affiliate.id} and status = 'paid') as entry
    order by 1`.execute(db);
  const faults: string[] = [];
  let balance = 0;
  for (const { month } of rows) {
    const statement = (await readStatement(platform, affiliate.userId, month))!;
    const { openingCentavos, entries, payouts, closingCentavos } = statement;
    const earned = entries.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0);
    const paid = payouts.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0);
    if (openingCentavos !== balance)
      faults.push(`statement of ${month} opens with ${openingCentavos}, not ${balance}`);
    balance += earned - paid;
    if (closingCentavos !== balance)
      faults.push(`statement of ${month} closes with ${closingCentavos}, not ${balance}`);
    for (const { kind, orderCentavos, amountCentavos } of entries)
      if (kind === 'sale' && amountCentavos !== Math.floor((orderCentavos * COMMISSION_PERCENT) / 100))
        faults.push(`statement: ${amountCentavos} for a sale of ${orderCentavos}`);
  }
  if (balance !== owed) faults.push(`statements: ${balance} at the end, ${owed} owed`);
  return faults;
}
