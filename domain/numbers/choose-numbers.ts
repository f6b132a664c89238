/** Choosing numbers oneself: a map of them all while they are few, else a search by how a number ends. */
import { numberWidth } from './format-number.ts';

/** Up to here all numbers are shown; beyond, they are searched for. */
export const MAPPED_NUMBERS = 10_000;

/**
 * Numbers whose written form, padded as it is shown, ends in these digits, ascending.
 * @param from 0-based: how many matches to leave out
 */
export function numbersEndingIn(
  digits: string,
  total: number,
  { from, limit }: { from: number; limit: number },
): number[] {
  if (digits.length > numberWidth(total)) return [];
  const step = 10 ** digits.length;
  const ending = Number(digits);
  const first = ending === 0 ? step : ending;
  const numbers: number[] = [];
  for (let number = first + from * step; number <= total && numbers.length < limit; number += step)
    numbers.push(number);
  return numbers;
}

/** Whether number `number` (from 1) is taken, by a map of one bit a number, the first highest. */
export function isTakenOnMap(map: Uint8Array, number: number): boolean {
  const index = number - 1;
  return ((map[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}
