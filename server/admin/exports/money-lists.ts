/** Exports of sales and orders. Sums come from the ledger; an order has one row for each of its rifas. */
import { sql } from 'kysely';
import type { OrderFilters } from '@mare/contract/admin/orders-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { FinancePeriod } from '../finance/finance.queries.ts';
import { resultOf } from '../finance/read-finance.ts';
import { selectDaysOfRifas } from '../finance/rifa-shares.queries.ts';
import { couponOfOrder } from '../../orders/coupon-of-order.ts';
import { figureLabels } from '@mare/domain/admin/finance-figures.ts';
import { compileOrderFilter } from '../orders/filter-orders.ts';
import { BATCH_ROWS, batchOf, type ExportedList } from './export-batch.ts';
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
  title: string;
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
  /** Of all payments of the order, shared over its rifas by their amounts, as in the books. */
  feeCentavos: number;
  /** Shared likewise. */
  chargedBackCentavos: number;
}

const keyOf = (what: 'fee' | 'out' | 'cb') =>
  sql`${sql.lit(`${what}:`)} || payment.provider || ':' || payment.payment_id`;
/** Keys with more parts: ';' follows ':'. */
const beginsWith = (what: 'fee' | 'out') =>
  sql`(entry.txn_key >= ${keyOf(what)} || ':' and entry.txn_key < ${keyOf(what)} || ';')`;

const partOfRifa = (cost: 'fee' | 'loss') => {
  const centavos = sql.ref(`${cost}.centavos`);
  return sql`coalesce(floor(${centavos} * of_rifa.up_to / nullif(page.total_amount, 0))
    - floor(${centavos} * (of_rifa.up_to - of_rifa.amount) / nullif(page.total_amount, 0)), 0)::integer`;
};

/** Newest first. Cotas and amounts are of the rifa alone, as bought; what went back has its own column. */
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
      ), of_rifa as (
        select order_id, rifa_id, sum(cotas)::integer as cotas, sum(list_price) as list_price, sum(amount) as amount,
          bool_or(went_back) as went_back,
          sum(sum(amount)) over (partition by order_id order by rifa_id) as up_to
        from line group by 1, 2
      ), fee as (
        select payment.order_id, sum(entry.amount) * 100 as centavos
        from provider_payments payment join ledger_entries entry on entry.account = 'fees'
          and (entry.txn_key = ${keyOf('fee')} or ${beginsWith('fee')})
        where payment.order_id in (select id from page)
        group by 1
      ), loss as (
        select payment.order_id, sum(entry.amount) * 100 as centavos
        from provider_payments payment
        join ledger_entries entry on entry.account = 'chargeback_loss' and entry.txn_key = ${keyOf('cb')}
        where payment.order_id in (select id from page)
        group by 1
      )
      select page.id, page.created_at::text as at, page.external_reference, page.created_at, page.paid_at, page.status,
        page.status = 'paid' and page.disputed_at is not null as is_disputed,
        rifas.title, profiles.name, profiles.email, page.customer ->> 'cpf' as cpf, of_rifa.cotas, of_rifa.amount,
        coalesce((select sum(entry.amount) from ledger_entries entry
          where entry.account = 'sales:' || of_rifa.rifa_id and ${beginsWith('out')}), 0) as returned,
        -- Returned cotas have left the order's list price.
        case when went_back then coalesce((select sum(entry.amount) from ledger_entries entry
          where entry.txn_key = 'discount:' || page.id and entry.account = 'discounts:' || of_rifa.rifa_id), 0)
        else greatest(of_rifa.list_price - of_rifa.amount, 0) end as discount,
        page.coupon, payment.method, payment.provider, payment.payment_id,
        ${partOfRifa('fee')} as fee_centavos, ${partOfRifa('loss')} as charged_back_centavos
      from page
      join of_rifa on of_rifa.order_id = page.id
      join rifas on rifas.id = of_rifa.rifa_id
      join profiles on profiles.id = page.user_id
      left join provider_payments payment on payment.order_id = page.id and payment.disposition = 'settles'
      left join fee on fee.order_id = page.id
      left join loss on loss.order_id = page.id
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
