/**
 * Draws random free numbers for a cart. Read-only: the numbers are not reserved.
 *
 * They are free positions of one random page. Positions are already in secret random order, so these are random
 * numbers, and a later reservation locks one page instead of one per number.
 *
 * The page comes from the lower half of the free ones, so sales fill pages from the bottom. Uniform choice would leave
 * one free number on each of thousands of pages near the end.
 */
import { sql, type Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { NumberPage, pageCount, PAGE_SIZE } from '@mare/domain/numbers/number-page.ts';
import type { Caches } from '../../platform/caching/caches.ts';
import type { Random } from '../../platform/clock.ts';
import { selectNumberPages } from './number-pages.queries.ts';
import { permutationFinderOf } from './number-permutations.ts';

export type DrawNumbersResult =
  | { ok: true; numbers: number[] }
  | { ok: false; code: 'SOLD_OUT' | 'RIFA_WITHOUT_NUMBERS' }
  | { ok: false; code: 'NOT_ENOUGH'; remaining: number };

export interface DrawNumbersRequest {
  rifaId: string;
  quantity: number;
  /** Numbers already in the cart. */
  except?: readonly number[];
}

/** @returns `quantity` distinct free numbers, ascending */
export async function drawFreeNumbers(
  platform: { db: Kysely<DB>; random: Random; caches: Caches },
  { rifaId, quantity, except = [] }: DrawNumbersRequest,
): Promise<DrawNumbersResult> {
  const permutation = (await permutationFinderOf(platform)([rifaId])).get(rifaId);
  if (!permutation) return { ok: false, code: 'RIFA_WITHOUT_NUMBERS' };
  const excluded = new Set(except);
  const numbers: number[] = [];
  for await (const page of openPages(platform, rifaId, permutation.total, quantity)) {
    const positions = page.freePositions();
    while (numbers.length < quantity && positions.length > 0) {
      const number = permutation.numberAt(takeOneAtRandom(positions, platform.random));
      if (!excluded.has(number)) numbers.push(number);
    }
    if (numbers.length === quantity) return { ok: true, numbers: numbers.sort((one, other) => one - other) };
  }
  if (numbers.length === 0) return { ok: false, code: 'SOLD_OUT' };
  return { ok: false, code: 'NOT_ENOUGH', remaining: numbers.length };
}

/** Visits every open page once from a random one, in growing batches. */
async function* openPages(
  { db, random }: { db: Kysely<DB>; random: Random },
  rifaId: string,
  total: number,
  quantity: number,
): AsyncGenerator<NumberPage> {
  const { lowest, taken } = await extentOfSales(db, rifaId);
  if (lowest === null) return;
  const window = Math.max(1, Math.ceil(pageCount(total - taken) / 2));
  const start = lowest + randomBelow(window, random);
  for (const [first, end] of [
    [start, pageCount(total)],
    [lowest, start],
  ] as const) {
    let next = first;
    let limit = Math.ceil(quantity / PAGE_SIZE);
    while (next < end) {
      const rows = await selectNumberPages(db, rifaId)
        .where('isOpen', '=', true)
        .where('pageNo', '>=', next)
        .where('pageNo', '<', end)
        .orderBy('pageNo')
        .limit(limit)
        .execute();
      for (const row of rows) yield new NumberPage(row.pageNo, row.size, row.taken);
      if (rows.length < limit) break;
      next = rows.at(-1)!.pageNo + 1;
      limit = Math.min(limit * 4, 1024);
    }
  }
}

/** The lowest open page (null: all full), and the count of sold and reserved numbers from the counters. */
async function extentOfSales(
  db: Kysely<DB>,
  rifaId: string,
): Promise<{ lowest: number | null; taken: number }> {
  const { rows } = await sql<{ lowest: number | null; taken: number }>`
    select
      (select page_no from number_pages where rifa_id = ${rifaId} and is_open order by page_no limit 1) as lowest,
      (select coalesce(sum(sold + reserved), 0) from rifa_counters where rifa_id = ${rifaId}) as taken`.execute(
    db,
  );
  return rows[0]!;
}

function takeOneAtRandom(positions: number[], random: Random): number {
  const index = randomBelow(positions.length, random);
  const position = positions[index]!;
  positions[index] = positions.at(-1)!;
  positions.pop();
  return position;
}

/** Uniform to within about 2⁻²⁰: `limit` is at most a few thousand. */
function randomBelow(limit: number, random: Random): number {
  return random.bytes(4).readUInt32LE() % limit;
}
