import { expect, test } from 'vitest';
import { watchGroupEvery } from './watch-group.ts';

test.each([
  ['starting', 'taken', 3_000],
  ['open', 'free', 3_000],
  ['ended', 'taken', 5_000],
  ['ended', 'ended', false],
  ['complete', 'paid', false],
] as const)('polls a group that is %s with a part that is %s after %s ms', (state, part, every) => {
  const parts = [{ state: 'paid' as const }, { state: part }];
  expect(watchGroupEvery({ state, parts, rifa: { status: 'active' } })).toBe(every);
});

test('polls until the paid parts of a cancelled rifa are refunded', () => {
  const every = (state: 'paid' | 'returned') =>
    watchGroupEvery({ state: 'ended', parts: [{ state }], rifa: { status: 'cancelled' } });
  expect(every('paid')).toBe(5_000);
  expect(every('returned')).toBe(false);
});
