import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FEATURED_WARNS_ABOVE_PERCENT,
  progressStage,
  scarcityLevel,
  sellingStage,
  soldPercent,
} from './scarcity.ts';

test.each([
  [0, 0, 0],
  [0, 100, 0],
  [1, 3, 33.3],
  [2, 3, 66.7],
  [9_999, 10_000, 99.9],
  [999_999, 1_000_000, 99.9],
  [100, 100, 100],
])('shows %d of %d sold as %d%%', (sold, total, percent) => {
  expect(soldPercent(sold, total)).toBe(percent);
});

test('returns 100 only when every cota is sold', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(10_000_000), (total, requested) => {
      const sold = Math.min(requested, total);
      const percent = soldPercent(sold, total);
      expect(percent === 100).toBe(sold === total);
      expect(percent).toBeGreaterThanOrEqual(0);
    }),
  );
});

// @covers storefront 4: scarcity 'Quase esgotado', 'Popular', 'Disponível'; bar at 30, 60 and 80%
test.each([
  [0, 'low', 'fresh', 'beginning'],
  [29.9, 'low', 'fresh', 'beginning'],
  [30, 'low', 'moving', 'beginning'],
  [49.9, 'low', 'moving', 'beginning'],
  [50, 'low', 'moving', 'past-half'],
  [59.9, 'low', 'moving', 'past-half'],
  [60, 'medium', 'popular', 'past-half'],
  [79.9, 'medium', 'popular', 'past-half'],
  [80, 'high', 'almost-gone', 'almost-gone'],
  [100, 'high', 'almost-gone', 'sold-out'],
])('at %d%% scarcity is %s, the bar is %s, selling is %s', (percent, scarcity, bar, selling) => {
  expect([scarcityLevel(percent), progressStage(percent), sellingStage(percent)]).toEqual([
    scarcity,
    bar,
    selling,
  ]);
});

test('warns on the featured card above 70% sold', () => {
  expect(FEATURED_WARNS_ABOVE_PERCENT).toBe(70);
});
