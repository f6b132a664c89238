import { expect, test } from 'vitest';
import { watchGroupEvery } from './watch-group.ts';

test.each([
  ['starting', 'taken', 3_000],
  ['open', 'free', 3_000],
  ['ended', 'taken', 5_000],
  ['ended', 'ended', false],
  ['complete', 'paid', false],
] as const)(
  'asks again about a group that is %s with a part that is %s after %s ms',
  (state, part, every) => {
    expect(watchGroupEvery({ state, parts: [{ state: 'paid' }, { state: part }] })).toBe(every);
  },
);
