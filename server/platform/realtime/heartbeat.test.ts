import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHeartbeat } from './heartbeat.ts';

const PERIOD_MS = 15_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('sends a heartbeat per period to each member', () => {
  const beats: string[] = [];
  const heartbeat = createHeartbeat<string>(PERIOD_MS, (member) => beats.push(member));
  heartbeat.add('one');
  vi.advanceTimersByTime(PERIOD_MS / 3);
  heartbeat.add('two');
  vi.advanceTimersByTime(3 * PERIOD_MS);
  expect(beats).toEqual(['one', 'two', 'one', 'two', 'one', 'two']);
});

test('sends no heartbeat to a member before a quiet period', () => {
  const beats: string[] = [];
  const heartbeat = createHeartbeat<string>(PERIOD_MS, (member) => beats.push(member));
  heartbeat.add('one');
  vi.advanceTimersByTime(PERIOD_MS - 1);
  expect(beats).toEqual([]);
});

test('runs no timer without members', () => {
  const heartbeat = createHeartbeat<string>(PERIOD_MS, () => undefined);
  expect(vi.getTimerCount()).toBe(0);
  heartbeat.add('one');
  heartbeat.add('two');
  expect(vi.getTimerCount()).toBe(1);
  heartbeat.delete('one');
  heartbeat.delete('one');
  expect(vi.getTimerCount()).toBe(1);
  heartbeat.delete('two');
  expect(vi.getTimerCount()).toBe(0);
});
