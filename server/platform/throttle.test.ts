import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createThrottle } from './throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs the first trigger immediately, and later ones of the interval together', () => {
  const work = vi.fn<() => void>();
  const throttle = createThrottle(work, 100);
  throttle.trigger();
  expect(work).toHaveBeenCalledTimes(1);
  throttle.trigger();
  throttle.trigger();
  vi.advanceTimersByTime(99);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(500);
  expect(work).toHaveBeenCalledTimes(2);
  throttle.trigger();
  expect(work).toHaveBeenCalledTimes(3);
});

test('runs nothing after the stop', () => {
  const work = vi.fn<() => void>();
  const throttle = createThrottle(work, 100);
  throttle.trigger();
  throttle.trigger();
  throttle.stop();
  throttle.trigger();
  vi.advanceTimersByTime(500);
  expect(work).toHaveBeenCalledTimes(1);
});
