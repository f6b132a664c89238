import { type Kysely, sql } from 'kysely';
import type { OrderFilters, OrderRow, OrdersPage } from '@mare/contract/admin/orders-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { cashOwed } from '../../orders/reading/cash-owed.ts';
import { disputedNow } from '../../orders/reading/disputed-orders.ts';
import { couponOfOrder } from '../../orders/reading/coupon-of-order.ts';
import { firstRifaTitle, rifasOfOrder } from '../../orders/returns/rifas-of-order.ts';
import { stayingCotas } from '../../orders/returns/staying-cotas.ts';
import { ROWS_PER_PAGE } from '../../platform/database/list-page.ts';
import { channelOf, type CompiledFilter, compileOrderFilter, tagsOfOrder } from './filter-orders.ts';

interface Row extends Omit<
  OrderRow,
  'createdAt' | 'paidAt' | 'totalCentavos' | 'returnedCentavos' | 'buyer'
> {
  at: string;
  createdAt: Date;
  paidAt: Date | null;
  totalAmount: string;
  returnedAmount: string;
  userId: string;
  name: string | null;
  email: string | null;
  phone: string | null;
}

interface ListOrders extends OrderFilters {
  /** Cursor: the creation time with microseconds, and the id. */
  after?: string | undefined;
}

/**
 * A page of orders, newest first, by keyset: a later page costs as much as the first.
 * @param withContact false leaves out e-mail and phone
 */
export async function listOrders(
  db: Kysely<DB>,
  { after, ...filters }: ListOrders,
  withContact: boolean,
): Promise<OrdersPage> {
  const filter = await compileOrderFilter(db, filters);
  const rows = await selectPage(db, filter, after);
  const shown = rows.slice(0, ROWS_PER_PAGE);
  const last = shown.at(-1);
  const hasMore = rows.length > ROWS_PER_PAGE;
  return {
    rows: shown.map((row) => toOrderRow(row, withContact)),
    next: hasMore && last ? `${last.at} ${last.id}` : null,
    total: hasMore && !after ? await countOrders(db, filter) : null,
    isSimilar: filter.isSimilar,
  };
}

async function selectPage(
  db: Kysely<DB>,
  { condition }: CompiledFilter,
  after: string | undefined,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with orders as materialized (
      select orders.* from orders where ${condition} ${onwards(after)}
      order by orders.created_at desc, orders.id limit ${sql.lit(ROWS_PER_PAGE + 1)})
    select orders.id, orders.external_reference, orders.created_at, orders.paid_at, orders.status,
      orders.total_amount, orders.returned_amount, ${stayingCotas} as quantity, orders.user_id,
      ${disputedNow} as is_disputed, ${cashOwed} as cash_owed_centavos, orders.review_reason is not null as needs_review,
      to_char(orders.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00') as at,
      profiles.name, ${emailOrStated} as email, profiles.phone,
      ${firstRifaTitle} as rifa_title, ${rifasOfOrder} as rifas,
      ${channelOf} as channel, ${tagsOfOrder} as tags, payment.method, payment.payment_id, affiliates.affiliate_code,
      ${couponOfOrder} as coupon
    from orders
    join profiles on profiles.id = orders.user_id
    left join affiliates on affiliates.id = orders.affiliate_id
    left join provider_payments payment on payment.order_id = orders.id and payment.disposition = 'settles'
    order by orders.created_at desc, orders.id`.execute(db);
  return rows;
}

/** Newest first, without drafts, which have no orders. */
export function selectRifaChoices(db: Kysely<DB>): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('rifas')
    .select(['id', 'title'])
    .where('status', '<>', 'draft')
    .orderBy('createdAt', 'desc')
    .limit(200)
    .execute();
}

function onwards(after: string | undefined) {
  if (!after) return sql``;
  const at = after.slice(0, after.lastIndexOf(' '));
  const id = after.slice(after.lastIndexOf(' ') + 1);
  return sql`and orders.created_at <= ${at}::timestamptz
    and (orders.created_at < ${at}::timestamptz or orders.id > ${id}::uuid)`;
}

/** A shop with more orders shows an estimate. */
const COUNTED_ORDERS = 50_000;

interface Plan {
  Plan: { 'Plan Rows': number };
}

/** Counts the orders of a small shop. Of a large one, the planner's estimate: counting millions of rows takes seconds. */
async function countOrders(
  db: Kysely<DB>,
  { condition, estimate }: CompiledFilter,
): Promise<NonNullable<OrdersPage['total']>> {
  const size = await estimateOrders(db, sql`true`);
  if (size > COUNTED_ORDERS) return { orders: await estimateOrders(db, estimate), isEstimate: true };
  const { rows } = await sql<{ orders: number }>`
    select count(*)::int as orders from orders where ${condition}`.execute(db);
  return { orders: rows[0]!.orders, isEstimate: false };
}

async function estimateOrders(db: Kysely<DB>, condition: CompiledFilter['condition']): Promise<number> {
  const { rows } = await sql<Record<string, [Plan]>>`
    explain (format json) select from orders where ${condition}`.execute(db);
  const [plan] = Object.values(rows[0]!)[0]!;
  return Math.max(plan.Plan['Plan Rows'], ROWS_PER_PAGE + 1);
}

function toOrderRow(row: Row, withContact: boolean): OrderRow {
  const { at: _, userId, name, email, phone, totalAmount, returnedAmount, createdAt, paidAt, ...order } = row;
  return {
    ...order,
    totalCentavos: centavosFromNumeric(totalAmount),
    returnedCentavos: centavosFromNumeric(returnedAmount),
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    buyer: { id: userId, name, email: withContact ? email : null, phone: withContact ? phone : null },
  };
}
