import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAWABLE_TOTALS } from './draw-rules.ts';
import { drawWinners } from './draw-winners.ts';
import type { SoldNumbers } from './sealing/sold-list.ts';
import { readingExample } from './reading-example.ts';

const PRIZES = ['29004', '14292', '30948', '96672', '68951'];

test.each([
  [10, 4],
  [100, 4],
  [1_000, 4],
  [10_000, 4282],
  [100_000, 42_821],
  [1_000_000, 4292],
])('reads an extraction for %i numbers as %i', (total, number) => {
  expect(readingExample('federal-1', total, PRIZES)?.number).toBe(number);
});

test('reads zeros as the highest number', () => {
  expect(readingExample('federal-1', 100, ['29000', ...PRIZES.slice(1)])?.number).toBe(100);
});

test('returns null for a total without a rule', () => {
  expect(readingExample('federal-1', 5000, PRIZES)).toBeNull();
});

test('returns the number that the draw tries first', () => {
  const ticket = fc.integer({ min: 0, max: 99_999 }).map((number) => String(number).padStart(5, '0'));
  const prizes = fc.array(ticket, { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(fc.constantFrom(...DRAWABLE_TOTALS), prizes, (totalNumbers, drawn) => {
      const example = readingExample('federal-1', totalNumbers, drawn)!;
      const terms = {
        rule: 'federal-1',
        totalNumbers,
        positions: [1],
        fallback: 'lot',
        cotaWinsOnce: true,
        extraction: 1,
        merkleRoot: '00',
      } as unknown as Parameters<typeof drawWinners>[0];
      const onlyThis = {
        count: 1,
        has: (number: number) => number === example.number,
      } as unknown as SoldNumbers;
      const { winners } = drawWinners(terms, [{ extraction: 1, prizes: drawn }], onlyThis);
      expect(winners).toEqual([{ position: 1, number: example.number }]);
    }),
  );
});
