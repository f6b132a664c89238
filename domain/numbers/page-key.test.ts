import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAGE_SIZE } from './number-page.ts';
import { createNumberPermutation, findPosition, MAX_TOTAL_NUMBERS } from './number-permutation.ts';
import { pageKey, pageKeysOf } from './page-key.ts';

const PAGES_MAX = Math.ceil(MAX_TOTAL_NUMBERS / PAGE_SIZE);

test('pages of a rifa have distinct keys, all safe integers', () => {
  const rifaId = 'ffffffff-ffff-4fff-8fff-ffffffffffff';
  const keys = Array.from({ length: PAGES_MAX }, (_, pageNo) => pageKey(rifaId, pageNo));
  expect(new Set(keys).size).toBe(PAGES_MAX);
  expect(keys.every(Number.isSafeInteger)).toBe(true);
  expect(pageKey(randomUUID(), 0)).not.toBe(pageKey(randomUUID(), 0));
});

test('the key of a number is among the keys of a line that holds it', () => {
  const anyKey = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(
      anyKey,
      fc.integer({ min: 2, max: MAX_TOTAL_NUMBERS }),
      fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
      (key, total, seeds) => {
        const rifaId = randomUUID();
        const numbers = seeds.map((seed) => 1 + (seed % total));
        const keys = pageKeysOf(rifaId, numbers, createNumberPermutation(key, total));
        expect(new Set(keys).size).toBe(keys.length);
        for (const number of numbers) {
          const page = Math.floor(findPosition(key, total, number) / PAGE_SIZE);
          expect(keys).toContain(pageKey(rifaId, page));
        }
      },
    ),
    { numRuns: 40 },
  );
});
