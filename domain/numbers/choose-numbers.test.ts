import { describe, expect, test } from 'vitest';
import { isTakenOnMap, numbersEndingIn } from './choose-numbers.ts';

describe('numbersEndingIn', () => {
  test.each([
    ['15', 1000, [15, 115, 215]],
    ['0', 100, [10, 20, 30]],
    ['00', 100, [100]],
    ['0042', 100, [42]],
    ['0000', 10_000, [10_000]],
    ['00000', 10_000, []],
    ['1508', 1_000_000, [1508, 11_508, 21_508]],
    ['99', 50, []],
  ])('%s of %i', (digits, total, expected) => {
    expect(numbersEndingIn(digits, total, { from: 0, limit: 3 })).toEqual(expected);
  });

  test('continues the search from an offset', () => {
    expect(numbersEndingIn('5', 100, { from: 3, limit: 2 })).toEqual([35, 45]);
  });
});

test('a map holds one bit per number', () => {
  const map = Uint8Array.of(0b1000_0001, 0b0100_0000);
  const taken = Array.from({ length: 16 }, (_, index) => index + 1).filter((n) => isTakenOnMap(map, n));
  expect(taken).toEqual([1, 8, 10]);
});
