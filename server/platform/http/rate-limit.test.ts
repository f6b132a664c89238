import { expect, test } from 'vitest';
import { createRateLimiter } from './rate-limit.ts';

test('limits calls per key and window, and returns the seconds to wait', () => {
  let now = 0;
  const limiter = createRateLimiter({ now: () => new Date(now) });
  const limit = { name: 'draw', hits: 2, seconds: 60 };
  expect([limiter.spend(limit, 'a'), limiter.spend(limit, 'a')]).toEqual([null, null]);
  now = 20_000;
  expect(limiter.spend(limit, 'a')).toBe(40);
  expect(limiter.spend(limit, 'b')).toBeNull();
  expect(limiter.spend({ ...limit, name: 'other' }, 'a')).toBeNull();
  now = 60_000;
  expect(limiter.spend(limit, 'a')).toBeNull();
});
