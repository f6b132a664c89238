/**
 * The secret order of a rifa's numbers. Sales take positions 0, 1, 2, … in turn; this permutation maps each position to
 * a number, so that buyers get random numbers at constant cost, from the first sale to the last.
 *
 * A balanced Feistel network over pairs of digits in base `side` = ⌈√total⌉, with ten rounds (as many as NIST's FF1)
 * of SipHash-2-4 under the rifa's 128-bit key. The side is close to √total, so cycle walking is rare. A round function
 * has only `side` inputs and is precomputed for all of them: a number costs ten table look-ups.
 */
import { sipHashOfWords, sipKey } from './siphash.ts';

export const MIN_TOTAL_NUMBERS = 2;
export const MAX_TOTAL_NUMBERS = 10_000_000;
export const NUMBER_KEY_BYTES = 16;

const ROUNDS = 10;

export interface NumberPermutation {
  readonly total: number;
  /** @param position 0-based. @returns a number, 1-based. */
  numberAt(position: number): number;
  /** @param number 1-based. @returns its position, 0-based. */
  positionOf(number: number): number;
}

/** @throws RangeError when the key is not 16 bytes, or the total is not from 2 to 10,000,000. */
export function createNumberPermutation(key: Uint8Array, total: number): NumberPermutation {
  const side = sideOf(total);
  const tables = roundTables(key, side);

  const forward = (value: number): number => {
    let left = Math.floor(value / side);
    let right = value % side;
    for (let base = 0; base < tables.length; base += side) {
      const next = (left + tables[base + right]!) % side;
      left = right;
      right = next;
    }
    return left * side + right;
  };
  const backward = (value: number): number => {
    let left = Math.floor(value / side);
    let right = value % side;
    for (let base = tables.length - side; base >= 0; base -= side) {
      const previous = (right - tables[base + left]! + side) % side;
      right = left;
      left = previous;
    }
    return left * side + right;
  };
  return {
    total,
    numberAt: (position) => walk(total, forward, position) + 1,
    positionOf: (number) => walk(total, backward, number - 1),
  };
}

/**
 * The position of one number without the tables, which take milliseconds to compute: for a number of many rifas.
 * @param number 1-based. @returns its position, 0-based.
 * @throws RangeError as `createNumberPermutation`, and for a number outside the rifa.
 */
export function findPosition(keyBytes: Uint8Array, total: number, number: number): number {
  const side = sideOf(total);
  const key = sipKey(keyBytes);
  const backward = (value: number): number => {
    let left = Math.floor(value / side);
    let right = value % side;
    for (let round = ROUNDS - 1; round >= 0; round--) {
      const previous = (right - (sipHashOfWords(key, left, round) % side) + side) % side;
      right = left;
      left = previous;
    }
    return left * side + right;
  };
  return walk(total, backward, number - 1);
}

function sideOf(total: number): number {
  if (!Number.isInteger(total) || total < MIN_TOTAL_NUMBERS || total > MAX_TOTAL_NUMBERS)
    throw new RangeError(
      `a rifa has from ${MIN_TOTAL_NUMBERS} to ${MAX_TOTAL_NUMBERS} numbers, not ${total}`,
    );
  return Math.ceil(Math.sqrt(total));
}

function walk(total: number, step: (value: number) => number, start: number): number {
  if (!Number.isInteger(start) || start < 0 || start >= total)
    throw new RangeError(`outside a rifa of ${total} numbers: ${start}`);
  let value = step(start);
  while (value >= total) value = step(value);
  return value;
}

/** `tables[round * side + digit]`: value that the round adds for a digit, reduced modulo `side`. */
function roundTables(keyBytes: Uint8Array, side: number): Uint16Array {
  const key = sipKey(keyBytes);
  const tables = new Uint16Array(ROUNDS * side);
  for (let round = 0; round < ROUNDS; round++)
    for (let digit = 0; digit < side; digit++)
      tables[round * side + digit] = sipHashOfWords(key, digit, round) % side;
  return tables;
}
