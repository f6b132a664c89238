/**
 * Changes of the numbers that an order holds.
 *
 * Locks are always taken in one order: orders, rifas, group purchases, pages, profiles, shares, counters; each by ascending key. The
 * order batch writer starts at rifas: the only orders it touches are its new ones.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type PageMask, pageMasks } from '@mare/domain/numbers/number-page.ts';
import { ORDER_STATES, type OrderStatus } from '@mare/domain/orders/order-state.ts';
import { findPermutations } from './number-permutations.ts';

export interface LockedOrder {
  id: string;
  userId: string;
  status: OrderStatus;
  totalAmount: string;
  /** Part of the total, in reais, that was refunded with returned cotas of a paid order. */
  returnedAmount: string;
}

export interface OrderNumbers {
  rifaId: string;
  numbers: number[];
}

/**
 * Rows of the counters of one rifa. More than the connections that settle and reserve: two that share a row wait for each
 * other's transaction.
 */
export const COUNTER_STRIPES = 64;

type RifaPage = PageMask & { rifaId: string };

/** All numbers of these orders, one entry per line. */
export async function findOrderNumbers(trx: Transaction<DB>, orderIds: string[]): Promise<OrderNumbers[]> {
  if (orderIds.length === 0) return [];
  return trx
    .selectFrom('orderItems')
    .select(['rifaId', 'selectedNumbers as numbers'])
    .where('orderId', 'in', orderIds)
    .execute();
}

/** Takes all of these numbers if they are free, else none. @returns whether it took them */
export async function takeNumbers(trx: Transaction<DB>, lines: OrderNumbers[]): Promise<boolean> {
  const pages = await pagesOf(trx, lines);
  const clashes = await lockPages(trx, pages);
  if (clashes > 0) return false;
  await sql`
    update number_pages p set taken = p.taken | t.mask, taken_count = p.taken_count + t.count
    from ${unnested(pages)} where p.rifa_id = t.rifa_id and p.page_no = t.page_no`.execute(trx);
  return true;
}

/** @throws if one of the numbers was not taken: the check constraint on the page rejects the count */
export async function releaseNumbers(trx: Transaction<DB>, lines: OrderNumbers[]): Promise<void> {
  if (lines.length === 0) return;
  const pages = await pagesOf(trx, lines);
  await lockPages(trx, pages);
  await sql`
    update number_pages p set taken = p.taken & ~t.mask, taken_count = p.taken_count - t.count
    from ${unnested(pages)} where p.rifa_id = t.rifa_id and p.page_no = t.page_no`.execute(trx);
}

/** Moves the counts of these lines from the old state to the new one. */
export async function recount(
  trx: Transaction<DB>,
  lines: OrderNumbers[],
  from: OrderStatus,
  to: OrderStatus,
): Promise<void> {
  if (lines.length > 0) await recounted(lines, from, to).execute(trx);
}

export function recounted(
  lines: readonly OrderNumbers[],
  from: OrderStatus,
  to: OrderStatus,
): RawBuilder<unknown> {
  const change = (holding: 'reserved' | 'sold') =>
    (ORDER_STATES[to].holding === holding ? 1 : 0) - (ORDER_STATES[from].holding === holding ? 1 : 0);
  // Each connection uses its own stripe where possible, to avoid lock contention.
  return sql`
    insert into rifa_counters as c (rifa_id, stripe, reserved, sold)
    select rifa_id, pg_backend_pid() % ${sql.lit(COUNTER_STRIPES)},
      sum(cotas) * ${change('reserved')}::integer, sum(cotas) * ${change('sold')}::integer
    from unnest(${lines.map((line) => line.rifaId)}::uuid[], ${lines.map((line) => line.numbers.length)}::integer[])
      as t (rifa_id, cotas)
    group by rifa_id order by rifa_id
    on conflict (rifa_id, stripe) do update
      set reserved = c.reserved + excluded.reserved, sold = c.sold + excluded.sold`;
}

async function pagesOf(trx: Transaction<DB>, lines: OrderNumbers[]): Promise<RifaPage[]> {
  const permutations = await findPermutations(
    trx,
    lines.map((line) => line.rifaId),
  );
  const positions = new Map<string, number[]>();
  for (const { rifaId, numbers } of lines) {
    const permutation = permutations.get(rifaId)!;
    const ofRifa = positions.get(rifaId) ?? [];
    for (const number of numbers) ofRifa.push(permutation.positionOf(number));
    positions.set(rifaId, ofRifa);
  }
  return [...positions].flatMap(([rifaId, ofRifa]) => pageMasks(ofRifa).map((page) => ({ rifaId, ...page })));
}

/** @returns how many of these numbers are taken on the locked pages */
async function lockPages(trx: Transaction<DB>, pages: RifaPage[]): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    select bit_count(p.taken & t.mask) as taken from number_pages p
    join ${unnested(pages)} on p.rifa_id = t.rifa_id and p.page_no = t.page_no
    order by p.rifa_id, p.page_no for update of p`.execute(trx);
  return rows.reduce((sum, row) => sum + row.taken, 0);
}

function unnested(pages: RifaPage[]) {
  return sql`unnest(
    ${pages.map((page) => page.rifaId)}::uuid[], ${pages.map((page) => page.pageNo)}::integer[],
    ${pages.map((page) => bitLiteral(page.mask))}::bit(1024)[], ${pages.map((page) => page.count)}::integer[]
  ) as t (rifa_id, page_no, mask, count)`;
}

/** PostgreSQL bit string literal in hexadecimal. */
export function bitLiteral(bits: Uint8Array): string {
  return `x${Buffer.from(bits.buffer, bits.byteOffset, bits.byteLength).toString('hex')}`;
}
