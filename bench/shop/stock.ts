/** Rifas on sale for one case, the orders to place, and how to restore the state. */
import { drawFreeNumbers } from '@mare/server/orders/numbers/draw-free-numbers.ts';
import type { Shop } from './bench-shop.ts';
import type { Case } from '../selling/cases.ts';
import { runConcurrently } from '../selling/run-concurrently.ts';
import { addSoldRifa } from './sold-rifas.ts';

export interface PlannedOrder {
  rifaId: string;
  quantity: number;
  requestedNumbers: number[];
}

export interface Stock {
  rifaIds: string[];
  orders: PlannedOrder[];
  /** Undoes all sales. */
  restore(): Promise<void>;
  remove(): Promise<void>;
}

const MAX_ORDERS = 4_000;
const DRAW_CONCURRENCY = 8;

/** Draws the numbers that each order requests, as a cart does. */
export async function planOrders(
  platform: Shop['platform'],
  rifaIds: readonly string[],
  { k, requested }: Pick<Case, 'k' | 'requested'>,
  count: number,
): Promise<PlannedOrder[]> {
  const orders: PlannedOrder[] = [];
  const planOrder = async () => {
    const rifaId = rifaIds[orders.length % rifaIds.length]!;
    const order: PlannedOrder = { rifaId, quantity: k, requestedNumbers: [] };
    orders.push(order);
    const drawn = requested ? await drawFreeNumbers(platform, { rifaId, quantity: k }) : null;
    if (drawn?.ok) order.requestedNumbers = drawn.numbers;
  };
  await runConcurrently(
    Array.from({ length: count }).fill(planOrder) as (typeof planOrder)[],
    DRAW_CONCURRENCY,
  );
  return orders;
}

export async function createStock(
  { db, pool, platform }: Shop,
  saleCase: Case,
  buyers: number,
): Promise<Stock> {
  const rifaIds: string[] = [];
  for (let count = 0; count < saleCase.rifas; count++)
    rifaIds.push(await addSoldRifa(db, pool, saleCase.total, saleCase.sold));
  await pool.query('drop table if exists bench_pages');
  await pool.query('create table bench_pages as select * from number_pages where rifa_id = any($1)', [
    rifaIds,
  ]);
  await pool.query('vacuum analyze');

  const free = saleCase.total * (1 - saleCase.sold) * saleCase.rifas;
  // Requested numbers of a round are drawn before it, as by carts; a fifth of the free numbers at most.
  const count = Math.min(MAX_ORDERS, Math.max(buyers, Math.floor((free * 0.2) / saleCase.k)));
  const orders = await planOrders(platform, rifaIds, saleCase, count);
  return {
    rifaIds,
    orders,
    async restore() {
      await pool.query('truncate orders, order_items, order_events, pgboss.job cascade');
      await pool.query(
        `update number_pages p set taken = b.taken, taken_count = b.taken_count from bench_pages b
         where p.rifa_id = b.rifa_id and p.page_no = b.page_no and p.taken_count <> b.taken_count`,
      );
      await pool.query('update rifa_counters set reserved = 0 where rifa_id = any($1)', [rifaIds]);
      await pool.query('vacuum number_pages');
    },
    async remove() {
      await pool.query('delete from number_pages where rifa_id = any($1)', [rifaIds]);
    },
  };
}
