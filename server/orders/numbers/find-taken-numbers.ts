import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { NumberPermutation } from '@mare/domain/numbers/number-permutation.ts';
import { NumberPage, pageOf } from '@mare/domain/numbers/number-page.ts';
import { selectNumberPages } from './number-pages.queries.ts';
import { findPermutations } from './number-permutations.ts';

/**
 * Which of the numbers are sold or reserved, ascending; numbers out of range count as taken. Null for a rifa without
 * numbers.
 */
export async function findTakenNumbers(
  db: Kysely<DB>,
  rifaId: string,
  numbers: readonly number[],
): Promise<number[] | null> {
  const permutation = (await findPermutations(db, [rifaId])).get(rifaId);
  return permutation ? selectTakenNumbers(db, rifaId, numbers, permutation) : null;
}

/** `findTakenNumbers` for a caller that has read the rifa's permutation. */
export async function selectTakenNumbers(
  db: Kysely<DB>,
  rifaId: string,
  numbers: readonly number[],
  permutation: NumberPermutation,
): Promise<number[]> {
  const distinct = [...new Set(numbers)];
  const positions = new Map(
    distinct.filter((number) => number <= permutation.total).map((n) => [n, permutation.positionOf(n)]),
  );
  const pages = await readPages(db, rifaId, [...new Set([...positions.values()].map(pageOf))]);
  const isFree = (number: number) => {
    const position = positions.get(number);
    return position !== undefined && (pages.get(pageOf(position))?.take(position) ?? false);
  };
  return distinct.filter((number) => !isFree(number)).sort((one, other) => one - other);
}

async function readPages(
  db: Kysely<DB>,
  rifaId: string,
  pageNos: readonly number[],
): Promise<Map<number, NumberPage>> {
  if (pageNos.length === 0) return new Map();
  const rows = await selectNumberPages(db, rifaId).where('pageNo', 'in', pageNos).execute();
  return new Map(rows.map((row) => [row.pageNo, new NumberPage(row.pageNo, row.size, row.taken)]));
}
