import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNumber } from './format-number.ts';
import { createNumberPermutation, MAX_TOTAL_NUMBERS } from './number-permutation.ts';

const anyKey = fc.uint8Array({ minLength: 16, maxLength: 16 });
const fixedKey = Uint8Array.from({ length: 16 }, (_, index) => index * 7);

test.each([2, 3, 4, 5, 10, 99, 100, 101, 1000, 1023, 1024, 1025, 10_000, 99_999])(
  'every number of a rifa of %i has exactly one position',
  (total) => {
    const permutation = createNumberPermutation(fixedKey, total);
    const numbers = new Set<number>();
    for (let position = 0; position < total; position++) numbers.add(permutation.numberAt(position));
    expect(numbers.size).toBe(total);
    expect(Math.min(...numbers)).toBe(1);
    expect(Math.max(...numbers)).toBe(total);
  },
);

test('numberAt and positionOf are inverse for any key and total', () => {
  fc.assert(
    fc.property(anyKey, fc.integer({ min: 2, max: MAX_TOTAL_NUMBERS }), fc.nat(), (key, total, seed) => {
      const permutation = createNumberPermutation(key, total);
      const position = seed % total;
      const number = permutation.numberAt(position);
      expect(number).toBeGreaterThanOrEqual(1);
      expect(number).toBeLessThanOrEqual(total);
      expect(permutation.positionOf(number)).toBe(position);
    }),
    { numRuns: 60 },
  );
});

test('spreads the numbers of the first positions evenly over the range', () => {
  const total = 1_000_000;
  const permutation = createNumberPermutation(fixedKey, total);
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let position = 0; position < 20_000; position++)
    tenths[Math.floor(((permutation.numberAt(position) - 1) * 10) / total)]!++;
  // Expected 2,000 each; 200 is more than four standard deviations.
  for (const count of tenths) expect(Math.abs(count - 2000)).toBeLessThan(200);
});

test('different keys give different orders', () => {
  const other = Uint8Array.from(fixedKey, (byte) => byte ^ 1);
  const first = (key: Uint8Array) =>
    Array.from({ length: 8 }, (_, position) => createNumberPermutation(key, 10_000).numberAt(position));
  expect(first(fixedKey)).not.toEqual(first(other));
});

describe('out of range', () => {
  test.each([0, 1, 2.5, MAX_TOTAL_NUMBERS + 1, Number.NaN])('rejects a total of %d', (total) => {
    expect(() => createNumberPermutation(fixedKey, total)).toThrow(RangeError);
  });
  test('rejects positions and numbers outside the rifa', () => {
    const permutation = createNumberPermutation(fixedKey, 100);
    for (const position of [-1, 100, 0.5]) expect(() => permutation.numberAt(position)).toThrow(RangeError);
    for (const number of [0, 101]) expect(() => permutation.positionOf(number)).toThrow(RangeError);
  });
});

test.each([
  [7, 100, '0007'],
  [7, 10_000, '00007'],
  [999_999, 1_000_000, '0999999'],
  [10_000_000, 10_000_000, '10000000'],
])('formats number %i of %i as %s', (number, total, shown) => {
  expect(formatNumber(number, total)).toBe(shown);
});
