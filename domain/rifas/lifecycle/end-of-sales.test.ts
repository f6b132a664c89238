import { expect, test } from 'vitest';
import { endOfSales, reachedMilestone, type UnsoldPolicy } from './end-of-sales.ts';

test.each([
  [0, 100, 0],
  [49, 100, 0],
  [50, 100, 50],
  [799, 1000, 50],
  [80, 100, 80],
  [9_999_999, 10_000_000, 80],
  [10, 10, 100],
])('%i of %i reach %i%%', (sold, total, milestone) => {
  expect(reachedMilestone(sold, total)).toBe(milestone);
});

test.each<[UnsoldPolicy, number, number, UnsoldPolicy]>([
  ['draw', 0, 0, 'draw'],
  ['postpone', 29, 0, 'postpone'],
  ['postpone', 29, 1, 'postpone'],
  ['postpone', 29, 2, 'draw'],
  ['postpone', 30, 0, 'draw'],
  ['refund', 29, 0, 'refund'],
  ['refund', 30, 0, 'draw'],
])('%s with %i%% sold, put off %i times: %s', (policy, soldNumbers, postponements, expected) => {
  const rifa = { policy, minPercent: 30, soldNumbers, totalNumbers: 100, postponements };
  expect(endOfSales(rifa)).toBe(expected);
});
