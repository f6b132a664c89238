/** Exports of sales and orders. Sums come from the ledger; an order has one row for each of its rifas. */
import { type RawBuilder, sql } from 'kysely';
import type { OrderFilters } from '@mare/contract/admin/orders-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { FinancePeriod } from '../finance/finance.queries.ts';
import { resultOf } from '../finance/read-finance.ts';
import { partOf, selectDaysOfRifas, sharesWhere } from '../finance/rifa-shares.queries.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { couponOfOrder } from '../../orders/reading/coupon-of-order.ts';
import { figureLabels } from '@mare/domain/admin/finance-figures.ts';
import { compileOrderFilter } from '../orders/filter-orders.ts';
import { BATCH_ROWS, batchOf, type ExportedList } from './export-batch.ts';
import { cashOwedOf } from '../../orders/reading/cash-owed.ts';
import { disputedNowOf } from '../../orders/reading/disputed-orders.ts';
import { ORDER_HEADS, orderCells, PAYMENT_HEADS, paymentCells } from './order-columns.ts';

const sales: ExportedList<{ period: FinancePeriod }> = {
  head: [
    'Dia',
    'Rifa',
    'Preço cheio',
    'Descontos',
    'Vendas',
    'Reembolsos',
    'Tarifas',
    'Contestações',
    'Comissões',
    'Prêmios',
    'Impostos e taxas',
    'Resultado',
  ],
  async read(db, _after, { period }) {
    const rows = await selectDaysOfRifas(db, period);
    return {
      next: null,
      rows: rows.map(({ day, title, sums }) => [
        day.split('-').toReversed().join('/'),
        title,
        ...[
          sums.sales + sums.discounts,
          sums.discounts,
          sums.sales,
          sums.refunds,
          sums.fees,
          sums.chargebacks,
          sums.commissions,
          sums.prizes,
          sums.taxes,
          resultOf(sums),
        ].map((centavos) => centavos / 100),
      ]),
    };
  },
};

interface OrderRow {
  id: string;
  at: string;
  externalReference: string;
  createdAt: Date;
  paidAt: Date | null;
  status: string;
  isDisputed: boolean;
  cashOwedCentavos: number;
  /** Null for costs of no rifa. */
  title: string | null;
  name: string | null;
  email: string | null;
  cpf: string | null;
  cotas: number;
  discount: string;
  amount: string;
  returned: string;
  coupon: string | null;
  method: string | null;
  provider: string | null;
  paymentId: string | null;
  /**
   * Fees of all payments of the order, split over the rifas that it had at the time of each fee, as in the ledger.
   */
  feeCentavos: number;
  /** Split in the same way. */
  chargedBackCentavos: number;
}

const keyOf = (prefix: 'fee' | 'out' | 'cb' | 'fix-payment') =>
  sql`${sql.lit(`${prefix}:`)} || payment.provider || ':' || payment.payment_id`;
/** Keys with further parts: ';' is the character after ':'. */
const extendsKey = (key: RawBuilder<unknown>) =>
  sql`(entry.txn_key >= ${key} || ':' and entry.txn_key < ${key} || ';')`;
const beginsWith = (prefix: Parameters<typeof keyOf>[0]) => extendsKey(keyOf(prefix));

const IS_COST = sql`entry.account in ('fees', 'chargeback_loss')`;

/** For queries with `cost`. */
const sumOf = (account: 'fees' | 'chargeback_loss', centavos: RawBuilder<unknown>) =>
  sql`sum(${centavos}) filter (where account = ${sql.lit(account)})`;

/**
 * Newest first. Cotas and amounts are those of the rifa alone, as bought; refunds have a separate column. Costs of an
 * order without sales are in a row without a rifa, as in the ledger.
 */
const orders: ExportedList<{ orders: OrderFilters }> = {
  head: [
    ...ORDER_HEADS,
    'Cotas',
    'Preço cheio',
    'Desconto',
    'Valor pago',
    'Devolvido',
    figureLabels.chargebacks,
    'Tarifa',
    ...PAYMENT_HEADS,
  ],
  async read(db, after, filter) {
    const { condition } = await compileOrderFilter(db, filter.orders);
    const onwards = after
      ? sql`and orders.created_at <= ${after.at}::timestamptz
          and (orders.created_at < ${after.at}::timestamptz or orders.id > ${after.id}::uuid)`
      : sql``;
    const { rows } = await sql<OrderRow>`
      with page as (
        select orders.*, ${couponOfOrder} as coupon from orders where ${condition} ${onwards}
        order by orders.created_at desc, orders.id limit ${BATCH_ROWS}
      ), line as (
        select order_id, rifa_id, quantity as cotas, (quantity - bonus_quantity) * unit_price as list_price,
          total_amount as amount, false as went_back
        from order_items where order_id in (select id from page)
        union all
        select order_id, rifa_id, cardinality(numbers), 0, value, true
        from returned_cotas where order_id in (select id from page) and released_at is not null
      ), bought as (
        select order_id, rifa_id, sum(cotas)::integer as cotas, sum(list_price) as list_price, sum(amount) as paid,
          bool_or(went_back) as went_back
        from line group by 1, 2
      ), cost_entry as (
        select payment.order_id, entry.created_at, entry.account, entry.amount
        from provider_payments payment join ledger_entries entry on ${IS_COST}
          and (entry.txn_key in (${keyOf('fee')}, ${keyOf('cb')})
            or ${beginsWith('fee')} or ${beginsWith('cb')} or ${beginsWith('fix-payment')})
        where payment.order_id in (select id from page)
        union all
        select page.id, entry.created_at, entry.account, entry.amount
        from page join ledger_entries entry on ${IS_COST} and ${extendsKey(sql`'fix-order:' || page.id`)}
      ), cost as (
        select order_id, created_at, account, sum(amount) * 100 as centavos from cost_entry group by 1, 2, 3
      ), ${sharesWhere(sql`txn_key = any (array(select 'settle:' || id from page))`)}, cost_of_rifa as (
        select order_id, rifa_id, ${sumOf('fees', partOf(sql`cost.centavos`))} as fee,
          ${sumOf('chargeback_loss', partOf(sql`cost.centavos`))} as loss
        from cost join share using (order_id) where share.total > 0 group by 1, 2
        union all
        select order_id, null, ${sumOf('fees', sql`cost.centavos`)}, ${sumOf('chargeback_loss', sql`cost.centavos`)}
        from cost where not exists (select from share where share.order_id = cost.order_id and share.total > 0)
        group by 1
      ), row_of_rifa as (
        select * from bought
        union all
        select order_id, null, 0, 0, 0, false from cost_of_rifa where rifa_id is null
      )
      select page.id, page.created_at::text as at, page.external_reference, page.created_at, page.paid_at, page.status,
        ${disputedNowOf('page')} as is_disputed,
        ${sql.raw(cashOwedOf('page.id'))} as cash_owed_centavos,
        rifas.title, profiles.name, ${emailOrStated} as email, page.customer ->> 'cpf' as cpf, row_of_rifa.cotas, row_of_rifa.paid as amount,
        coalesce((select sum(entry.amount) from ledger_entries entry
          where entry.account = 'sales:' || row_of_rifa.rifa_id and ${beginsWith('out')}), 0) as returned,
        -- Returned cotas have left the order's list price.
        case when went_back then coalesce((select sum(entry.amount) from ledger_entries entry
          where entry.txn_key = 'discount:' || page.id and entry.account = 'discounts:' || row_of_rifa.rifa_id), 0)
        else greatest(row_of_rifa.list_price - row_of_rifa.paid, 0) end as discount,
        page.coupon, payment.method, payment.provider, payment.payment_id,
        coalesce(cost_of_rifa.fee, 0)::integer as fee_centavos,
        coalesce(cost_of_rifa.loss, 0)::integer as charged_back_centavos
      from page
      join row_of_rifa on row_of_rifa.order_id = page.id
      left join rifas on rifas.id = row_of_rifa.rifa_id
      join profiles on profiles.id = page.user_id
      left join provider_payments payment on payment.order_id = page.id and payment.disposition = 'settles'
      left join cost_of_rifa on cost_of_rifa.order_id = page.id and cost_of_rifa.rifa_id is not distinct from row_of_rifa.rifa_id
      order by page.created_at desc, page.id, rifas.title`.execute(db);
    const ids = new Set(rows.map(({ id }) => id));
    const last = rows.at(-1);
    return {
      rows: batchOf(rows, cellsOf).rows,
      next: last && ids.size === BATCH_ROWS ? { at: last.at, id: last.id } : null,
    };
  },
};

function cellsOf(row: OrderRow) {
  const [discount, amount] = [row.discount, row.amount].map(centavosFromNumeric) as [number, number];
  return [
    ...orderCells(row),
    row.cotas,
    (amount + discount) / 100,
    discount / 100,
    row.paidAt ? amount / 100 : 0,
    centavosFromNumeric(row.returned) / 100,
    row.chargedBackCentavos / 100,
    row.feeCentavos / 100,
    ...paymentCells(row),
  ];
}

export const moneyLists = { vendas: sales, pedidos: orders };
