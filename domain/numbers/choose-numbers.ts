/** Choosing numbers: a map of all numbers in small rifas, a search by suffix in larger ones. */
import { numberWidth } from './format-number.ts';

/** Largest total for which the map of all numbers is shown; larger rifas use the search. */
export const MAPPED_NUMBERS = 10_000;

/**
 * Numbers whose padded display form ends in these digits, ascending.
 * @param from number of matches to skip
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

/** @param map one bit per number, most significant bit first. @param number 1-based */
export function isTakenOnMap(map: Uint8Array, number: number): boolean {
  const index = number - 1;
  return ((map[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}
