import { expect, test } from 'vitest';
import { createTimedCache } from './timed-cache.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 10, 1) + ms);

function counter() {
  let loads = 0;
  return async () => ++loads;
}

test('shares one load until the entry is too old', async () => {
  const cache = createTimedCache<number>(1000);
  const load = counter();
  expect(await Promise.all([cache.get('a', at(0), load), cache.get('a', at(999), load)])).toEqual([1, 1]);
  expect(await cache.get('a', at(1000), load)).toBe(2);
});

test('loads again after the clock is set back', async () => {
  const cache = createTimedCache<number>(1000);
  const load = counter();
  await cache.get('a', at(5000), load);
  expect(await cache.get('a', at(0), load)).toBe(2);
});

test('does not cache a failure', async () => {
  const cache = createTimedCache<number>(1000);
  await expect(cache.get('a', at(0), () => Promise.reject(new Error('down')))).rejects.toThrow('down');
  expect(await cache.get('a', at(1), async () => 7)).toBe(7);
});

test('evicts the oldest entry beyond the limit', async () => {
  const cache = createTimedCache<number>(1000, 2);
  const load = counter();
  for (const key of ['a', 'b', 'c']) await cache.get(key, at(0), load);
  expect(await cache.get('c', at(1), load)).toBe(3);
  expect(await cache.get('a', at(1), load)).toBe(4);
});
