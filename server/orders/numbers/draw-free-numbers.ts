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
  let limit = Math.ceil(quantity / PAGE_SIZE);
  const firstPages = await readFirstPages(db, rifaId, { total, share: randomShare(random), limit });
  if (!firstPages) return;
  yield* firstPages.pages;
  const { lowest, start } = firstPages;
  const last = firstPages.pages.at(-1);
  const ranges = [
    ...(last && firstPages.pages.length === limit ? [[last.pageNo + 1, pageCount(total)] as const] : []),
    [lowest, start] as const,
  ];
  for (const [first, end] of ranges) {
    let next = first;
    while (next < end) {
      limit = Math.min(limit * 4, 1024);
      const rows = await selectNumberPages(db, rifaId)
        .where('isOpen', '=', true)
        .where('pageNo', '>=', next)
        .where('pageNo', '<', end)
        .orderBy('pageNo')
        .limit(limit)
        .execute();
      yield* rows.map(toNumberPage);
      if (rows.length < limit) break;
      next = rows.at(-1)!.pageNo + 1;
    }
  }
}

interface FirstPages {
  /** The lowest open page. */
  lowest: number;
  /** The page from which the visit starts, in the lower half of the free numbers. */
  start: number;
  /** Up to `limit` open pages from `start` on. */
  pages: NumberPage[];
}

/**
 * The statement that suffices for nearly every draw.
 * @param share from 0 up to 1: selects a page of the lower half of the free numbers, by the counters
 * @returns null if all pages are full
 */
async function readFirstPages(
  db: Kysely<DB>,
  rifaId: string,
  { total, share, limit }: { total: number; share: number; limit: number },
): Promise<FirstPages | null> {
  const { rows } = await sql<
    { lowest: number; start: number } & { [Name in keyof PageRow]: PageRow[Name] | null }
  >`
    with extent as (
      select
        (select page_no from number_pages where rifa_id = ${rifaId} and is_open order by page_no limit 1) as lowest,
        (select coalesce(sum(sold + reserved), 0) from rifa_counters where rifa_id = ${rifaId}) as taken
    ), begun as (
      select lowest, lowest + floor(${share}::float8
        * greatest(1, ceil(ceil((${total}::integer - taken) / ${PAGE_SIZE}::float8) / 2)))::integer as start
      from extent where lowest is not null
    )
    select lowest, start, page_no, size, taken from begun
    left join lateral (
      select page_no, size, substring(bit_send(taken) from 5) as taken from number_pages
      where rifa_id = ${rifaId} and is_open and page_no >= start order by page_no limit ${limit}::integer
    ) as page on true`.execute(db);
  const [first] = rows;
  if (!first) return null;
  const pages = rows.filter((row): row is typeof row & PageRow => row.pageNo !== null).map(toNumberPage);
  return { lowest: first.lowest, start: first.start, pages };
}

interface PageRow {
  pageNo: number;
  size: number;
  taken: Buffer;
}

function toNumberPage({ pageNo, size, taken }: PageRow): NumberPage {
  return new NumberPage(pageNo, size, taken);
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

/** From 0 up to 1. */
function randomShare(random: Random): number {
  return random.bytes(4).readUInt32LE() / 2 ** 32;
}
