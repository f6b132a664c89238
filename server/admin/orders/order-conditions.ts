/**
 * Conditions on `orders` by rows of a related table, including rows that move to another table when the order ends.
 */
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

type Condition = RawBuilder<SqlBool>;

export interface OrderCondition {
  condition: Condition;
  /** Only the first table has rows, so the planner can estimate their number. */
  estimate: Condition;
}

/** Up to this many matching orders, finding them by id is faster than scanning the orders from the newest. */
const FEW_ORDERS = 20_000;

interface Rows {
  /** A semi-join. */
  has: Condition;
  /** Whether an order has a row: an index lookup. */
  lookUp: RawBuilder<unknown>;
  /** Rows, without columns. */
  rows: RawBuilder<unknown>;
  /** Ids of the orders with rows. */
  ids: RawBuilder<unknown>;
}

/**
 * The planner joins with one of two tables well, but not with either: it estimates 200 orders for a union and scans
 * all orders for `or`. So a small number of orders is selected by id, and with a larger number each order of a page
 * is checked by an index lookup.
 */
async function compileCondition(
  db: Kysely<DB>,
  now: Rows,
  before: Omit<Rows, 'has'>,
  most: number,
): Promise<OrderCondition> {
  const estimate = now.has;
  const few = ({ rows }: Pick<Rows, 'rows'>) =>
    sql`(select count(*) from (${rows} limit ${sql.lit(most + 1)}) as row) <= ${sql.lit(most)}`;
  const found = await sql<{ isEnded: boolean; areFew: boolean }>`
    select exists (${before.rows}) as is_ended, ${few(now)} and ${few(before)} as are_few`.execute(db);
  const { isEnded, areFew } = found.rows[0]!;
  if (!isEnded) return { condition: estimate, estimate };
  const condition = areFew
    ? sql<SqlBool>`orders.id = any (array(${now.ids} union ${before.ids}))`
    : // A subquery with a limit: of `exists`, the planner would read every row first.
      sql<SqlBool>`((${now.lookUp} limit 1) or (${before.lookUp} limit 1))`;
  return { condition, estimate };
}

/**
 * Orders with cotas of a rifa, including returned ones.
 * @param most maximum number of orders selected by id
 */
export function ordersWithRifa(db: Kysely<DB>, rifaId: string, most = FEW_ORDERS): Promise<OrderCondition> {
  const ofTable = (table: 'order_items' | 'returned_cotas') => {
    const from = sql`from ${sql.table(table)} as line where line.rifa_id = ${rifaId}`;
    return {
      has: sql<SqlBool>`exists (select ${from} and line.order_id = orders.id)`,
      lookUp: sql`select true ${from} and line.order_id = orders.id`,
      rows: sql`select ${from}`,
      ids: sql`select line.order_id ${from}`,
    };
  };
  return compileCondition(db, ofTable('order_items'), ofTable('returned_cotas'), most);
}

/**
 * Orders with a coupon, including one that was released when the order ended.
 * @param most maximum number of orders selected by id
 */
export function ordersWithCoupon(db: Kysely<DB>, code: string, most = FEW_ORDERS): Promise<OrderCondition> {
  const claims = sql`from coupon_claims as claim where claim.coupon_code = ${code}`;
  const released = sql`from released_coupons as released where released.coupon_code = ${code}`;
  return compileCondition(
    db,
    {
      has: sql<SqlBool>`(orders.user_id, orders.client_request_id) in (select user_id, client_request_id ${claims})`,
      lookUp: sql`select true ${claims} and claim.user_id = orders.user_id
        and claim.client_request_id = orders.client_request_id`,
      rows: sql`select ${claims}`,
      ids: sql`select claimed.id from coupon_claims as claim join orders as claimed using (user_id, client_request_id)
        where claim.coupon_code = ${code}`,
    },
    {
      lookUp: sql`select true ${released} and released.order_id = orders.id`,
      rows: sql`select ${released}`,
      ids: sql`select released.order_id ${released}`,
    },
    most,
  );
}
