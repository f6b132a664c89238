import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NumberPage, pageMasks, PAGE_SIZE, pageOf } from './number-page.ts';

const positions = fc.uniqueArray(fc.nat(PAGE_SIZE * 3 - 1), { maxLength: 300 });

function pageWith(pageNo: number, size: number, taken: number[]): NumberPage {
  const mask = pageMasks(taken).find((page) => page.pageNo === pageNo)?.mask;
  return new NumberPage(pageNo, size, mask ?? new Uint8Array(PAGE_SIZE / 8));
}

test('a mask marks and counts exactly the given positions', () => {
  fc.assert(
    fc.property(positions, (taken) => {
      const masks = pageMasks(taken);
      expect(masks.map((page) => page.pageNo)).toEqual([...new Set(taken.map(pageOf))].sort((a, b) => a - b));
      for (const { pageNo, count } of masks) {
        const page = pageWith(pageNo, PAGE_SIZE, taken);
        expect(page.free).toBe(PAGE_SIZE - count);
        const free = new Set(page.freePositions());
        for (const position of taken) expect(free.has(position)).toBe(false);
      }
    }),
  );
});

test('takes the lowest free positions in order, each once, until the page is full', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: PAGE_SIZE }), positions, (size, taken) => {
      const page = pageWith(
        1,
        size,
        taken.filter((position) => position >= PAGE_SIZE && position < PAGE_SIZE + size),
      );
      const free = page.freePositions();
      expect(page.free).toBe(free.length);
      expect(Array.from({ length: free.length }, () => page.takeLowest())).toEqual(free);
      expect(page.takeLowest()).toBeNull();
      expect(page.newlyTaken).toEqual(free);
    }),
  );
});

describe('taking one position', () => {
  test('succeeds once', () => {
    const page = pageWith(0, PAGE_SIZE, [5]);
    expect([5, 6, 6].map((position) => page.take(position))).toEqual([false, true, false]);
    expect(page.free).toBe(PAGE_SIZE - 2);
  });
  test.each([1023, 2048, 2047])('%i is not on page 1 of 1,000 positions', (position) => {
    expect(pageWith(1, 1000, []).take(position)).toBe(false);
  });
});
