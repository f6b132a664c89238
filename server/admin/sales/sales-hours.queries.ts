import { type Kysely, sql } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { LATEST_PAYMENT_MS } from '@mare/domain/orders/hold.ts';
import type { DB } from '@mare/database/schema.ts';

export interface SalesHour {
  hour: Date;
  orders: number;
  paidOrders: number;
  cotas: number;
  revenueCentavos: number;
  newUsers: number;
}

interface Row {
  hour: Date;
  orders: number;
  paidOrders: number;
  cotas: number;
  paidAmount: string;
  newUsers: number;
}

/**
 * Orders by the hour in which they were made; paid ones by that of their payment, while they stay paid; sign-ups; and
 * revenue from the ledger: a sale counts when it was paid, a refund or a lost dispute when it went back. Hours of Maceió
 * and UTC align.
 */
const counted = (from: Date, until: Date) => sql`
  select hour, sum(orders)::int as orders, sum(paid_orders)::int as paid_orders, sum(cotas)::int as cotas,
    sum(paid_amount) as paid_amount, sum(new_users)::int as new_users
  from (
    select date_trunc('hour', created_at, 'UTC') as hour, count(*) as orders, 0 as paid_orders, 0 as cotas,
      0 as paid_amount, 0 as new_users
    from orders where created_at >= ${from} and created_at < ${until} group by 1
    union all
    select date_trunc('hour', paid_at, 'UTC'), 0, count(*), coalesce(sum(case when returned_amount = 0 then quantity
      else (select sum(quantity) from order_items where order_id = orders.id) end), 0), 0, 0
    from orders
    where status = 'paid' and paid_at >= ${from} and paid_at < ${until}
      and created_at >= ${new Date(from.getTime() - LATEST_PAYMENT_MS)} and created_at < ${until} group by 1
    union all
    select date_trunc('hour', created_at, 'UTC'), 0, 0, 0, 0, count(*)
    from profiles where created_at >= ${from} and created_at < ${until} group by 1
    union all
    select date_trunc('hour', created_at, 'UTC'), 0, 0, 0, -sum(amount), 0
    from ledger_entries
    where (account like 'sales:%' or account = 'chargeback_loss') and created_at >= ${from} and created_at < ${until} group by 1
  ) as each group by hour`;

/** End of the aggregated hours; null when there are none. */
export async function findSalesWatermark(db: Kysely<DB>): Promise<Date | null> {
  const row = await db
    .selectFrom('salesHours')
    .select('hour')
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? new Date(row.hour.getTime() + 3_600_000) : null;
}

/**
 * Recomputes the aggregates of the hours from..until. Skips unchanged hours: `on conflict do update` would lock them, which
 * also writes to the WAL.
 */
export async function writeSalesHours(db: Kysely<DB>, from: Date, until: Date): Promise<void> {
  await sql`
    insert into sales_hours (hour, orders, paid_orders, cotas, paid_amount, new_users)
    ${counted(from, until)}
    except select hour, orders, paid_orders, cotas, paid_amount, new_users from sales_hours
      where hour >= ${from} and hour < ${until}
    on conflict (hour) do update set orders = excluded.orders, paid_orders = excluded.paid_orders,
      cotas = excluded.cotas, paid_amount = excluded.paid_amount, new_users = excluded.new_users`.execute(db);
}

/** Omits empty hours. */
export async function selectSalesHours(
  db: Kysely<DB>,
  from: Date,
  watermark: Date,
  until: Date,
): Promise<SalesHour[]> {
  const liveFrom = new Date(Math.max(from.getTime(), watermark.getTime()));
  const { rows } = await sql<Row>`
    select hour, orders, paid_orders, cotas, paid_amount, new_users from sales_hours
    where hour >= ${from} and hour < ${watermark}
    union all ${counted(liveFrom, until)} order by hour`.execute(db);
  return rows.map(({ paidAmount, ...row }) => ({ ...row, revenueCentavos: centavosFromNumeric(paidAmount) }));
}

interface Count {
  orders: number;
  newUsers: number;
}

/** Totals of the aggregated hours before a watermark. */
export async function sumSalesHours(db: Kysely<DB>, watermark: Date): Promise<Count> {
  const { rows } = await sql<Count>`
    select coalesce(sum(orders), 0)::int as orders, coalesce(sum(new_users), 0)::int as new_users
    from sales_hours where hour < ${watermark}`.execute(db);
  return rows[0]!;
}

/** Orders and sign-ups that no hour includes yet. */
export async function countSince(db: Kysely<DB>, watermark: Date): Promise<Count> {
  const { rows } = await sql<Count>`
    select (select count(*)::int from orders where created_at >= ${watermark}) as orders,
      (select count(*)::int from profiles where created_at >= ${watermark}) as new_users`.execute(db);
  return rows[0]!;
}
