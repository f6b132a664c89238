import { afterEach, expect, test, vi } from 'vitest';
import { createRateLimiter, KEYS_PER_LIMIT } from './rate-limit.ts';

afterEach(() => vi.restoreAllMocks());

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

test('counts the addresses of an IPv6 /64 as one caller', () => {
  const limiter = createRateLimiter({ now: () => new Date(0) });
  const limit = { name: 'draw', hits: 2, seconds: 60 };
  expect(limiter.spend(limit, '2001:db8:0:1::1')).toBeNull();
  expect(limiter.spend(limit, '2001:db8:0:1::2')).toBeNull();
  expect(limiter.spend(limit, '2001:db8:0:1:ffff::3')).toBe(60);
  expect(limiter.spend(limit, '2001:db8:0:2::1')).toBeNull();
  expect(limiter.spend(limit, '203.0.113.7')).toBeNull();
  expect(limiter.spend(limit, '::ffff:203.0.113.7')).toBeNull();
  expect(limiter.spend(limit, '203.0.113.7')).toBe(60);
});

test('uses constant time and memory for any number of keys', () => {
  const limiter = createRateLimiter({ now: () => new Date(0) });
  const limit = { name: 'draw', hits: 1, seconds: 60 };
  for (let caller = 0; caller < 3 * KEYS_PER_LIMIT; caller++) limiter.spend(limit, `caller-${caller}`);
  expect(limiter.size()).toBeLessThanOrEqual(KEYS_PER_LIMIT);

  const steps = vi.spyOn(Object.getPrototypeOf(new Map().entries()) as Iterator<unknown>, 'next');
  for (let caller = 0; caller < 100; caller++) limiter.spend(limit, `late-caller-${caller}`);
  expect(steps).not.toHaveBeenCalled();
});

test('resets neither a busy caller nor another limit under a flood of other keys', () => {
  const limiter = createRateLimiter({ now: () => new Date(0) });
  const limit = { name: 'draw', hits: 1, seconds: 60 };
  const otherLimit = { ...limit, name: 'payment' };
  limiter.spend(limit, 'busy');
  limiter.spend(otherLimit, 'buyer');
  const waitSeconds = new Set<number | null>();
  for (let caller = 0; caller < 2 * KEYS_PER_LIMIT; caller++) {
    limiter.spend(limit, `caller-${caller}`);
    if (caller % 1_000 === 0) waitSeconds.add(limiter.spend(limit, 'busy'));
  }
  expect([...waitSeconds]).toEqual([60]);
  expect(limiter.spend(otherLimit, 'buyer')).toBe(60);
});
