/** Keys of an index of order lines by the pages of numbers their cotas are on. */
import { pageOf } from './number-page.ts';
import type { NumberPermutation } from './number-permutation.ts';

/** A rifa has at most 9,766 pages. */
const PAGES = 2 ** 14;
const RIFAS = Number.MAX_SAFE_INTEGER / PAGES;

/**
 * A safe integer: the last 39 bits of the rifa's id, then the page. Rifas whose ids end alike share keys, so a reader also
 * compares the rifa.
 */
export function pageKey(rifaId: string, pageNo: number): number {
  const end = Number.parseInt(rifaId.slice(-10), 16) % Math.ceil(RIFAS);
  return end * PAGES + pageNo;
}

/** Of the pages that these numbers are on, each once. @param numbers 1-based */
export function pageKeysOf(
  rifaId: string,
  numbers: readonly number[],
  permutation: Pick<NumberPermutation, 'positionOf'>,
): number[] {
  const pages = new Set(numbers.map((number) => pageOf(permutation.positionOf(number))));
  return [...pages].map((pageNo) => pageKey(rifaId, pageNo));
}
