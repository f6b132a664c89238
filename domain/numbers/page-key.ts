/** Keys of the index that finds order lines by number page. */
import { pageOf } from './number-page.ts';
import type { NumberPermutation } from './number-permutation.ts';

/** A rifa has at most 9,766 pages. */
const PAGES = 2 ** 14;
const RIFAS = Number.MAX_SAFE_INTEGER / PAGES;

/**
 * A safe integer: the last 39 bits of the rifa's id, then the page. Rifas whose ids end with the same bits share keys, so
 * queries must also compare the rifa.
 */
export function pageKey(rifaId: string, pageNo: number): number {
  const end = Number.parseInt(rifaId.slice(-10), 16) % Math.ceil(RIFAS);
  return end * PAGES + pageNo;
}

/** Keys of the pages that these numbers are on, without duplicates. @param numbers 1-based */
export function pageKeysOf(
  rifaId: string,
  numbers: readonly number[],
  permutation: Pick<NumberPermutation, 'positionOf'>,
): number[] {
  const pages = new Set(numbers.map((number) => pageOf(permutation.positionOf(number))));
  return [...pages].map((pageNo) => pageKey(rifaId, pageNo));
}
