import { expect, test } from 'vitest';
import { groupState, partState } from './part-state.ts';

test.each([
  [true, null, 'free'],
  [false, 'pending', 'taken'],
  [false, 'paid', 'paid'],
  [false, 'refunded', 'returned'],
  [false, 'charged_back', 'returned'],
  [false, 'cancelled', 'ended'],
  [false, 'failed', 'ended'],
  [false, null, 'ended'],
] as const)('shows a part (free: %s, order: %s) as %s', (isFree, status, state) => {
  expect(partState({ isFree, status })).toBe(state);
});

test.each([
  [null, null, 'starting'],
  [new Date(), null, 'open'],
  [new Date(), 'complete', 'complete'],
  [new Date(), 'deadline', 'ended'],
  [null, 'unpaid', 'ended'],
] as const)('shows a group (opened: %s, end: %s) as %s', (openedAt, endReason, state) => {
  expect(groupState({ openedAt, endReason })).toBe(state);
});
