import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { RifaNumbers } from '@mare/domain/numbers/allocate-numbers.ts';
import { NumberPage, PAGE_SIZE } from '@mare/domain/numbers/number-page.ts';
import { findPermutations } from './number-permutations.ts';
import { takeNumbers } from './order-numbers.queries.ts';

/**
 * Takes free numbers of a rifa as orders do: the lowest positions, which are random numbers. Pages that another
 * transaction locks are passed over.
 *
 * @returns the numbers, ascending; null, with nothing taken, when too few are free and unlocked
 */
export async function takeAnyNumbers(
  trx: Transaction<DB>,
  rifaId: string,
  quantity: number,
): Promise<number[] | null> {
  const permutation = (await findPermutations(trx, [rifaId])).get(rifaId);
  if (!permutation) return null;
  const free = new RifaNumbers(permutation);
  while (free.free < quantity) {
    const pages = await lockLowestPages(trx, rifaId, free.pageNos, quantity - free.free);
    if (pages.length === 0) return null;
    for (const page of pages) free.addPage(page);
  }
  const numbers = free.takeAny(quantity).sort((one, other) => one - other);
  if (!(await takeNumbers(trx, [{ rifaId, numbers }])))
    throw new Error(`pages of rifa ${rifaId} changed while locked`);
  return numbers;
}

async function lockLowestPages(
  trx: Transaction<DB>,
  rifaId: string,
  except: readonly number[],
  missing: number,
): Promise<NumberPage[]> {
  const { rows } = await sql<{ pageNo: number; size: number; taken: Buffer }>`
    select page_no, size, substring(bit_send(taken) from 5) as taken from number_pages
    where rifa_id = ${rifaId} and is_open and page_no <> all (${[...except]}::integer[])
    order by page_no limit ${1 + Math.ceil(missing / PAGE_SIZE)} for update skip locked`.execute(trx);
  return rows.map(({ pageNo, size, taken }) => new NumberPage(pageNo, size, taken));
}
