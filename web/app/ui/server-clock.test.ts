import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type * as clockModule from './server-clock.ts';

const SERVER = '2026-11-28T15:00:00.000Z';
const HOUR_MS = 3_600_000;

let clock: typeof clockModule;
let requestCount: number;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  clock = await import('./server-clock.ts');
  requestCount = 0;
  vi.stubGlobal('fetch', async () => {
    requestCount += 1;
    return responseWithDate();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const responseWithDate = () => new Response('ok', { headers: { date: new Date(SERVER).toUTCString() } });

test.each([0, 3, -3, 48])('follows the server on a device that is %i hours ahead', async (hours) => {
  vi.setSystemTime(Date.parse(SERVER) + hours * HOUR_MS);
  await clock.measureClock();
  expect(clock.serverNow().getTime()).toBe(Date.parse(SERVER));
  vi.advanceTimersByTime(1000);
  expect(clock.serverNow().getTime()).toBe(Date.parse(SERVER) + 1000);
});

test('does not jump by the latency of a response', async () => {
  vi.setSystemTime(Date.parse(SERVER) + 20_000);
  await clock.measureClock();
  expect(clock.serverNow().getTime()).toBe(Date.now());
});

test('follows a clock that is set while the page is open', async () => {
  vi.setSystemTime(Date.parse(SERVER) + HOUR_MS);
  await clock.measureClock();
  vi.setSystemTime(SERVER);
  clock.recordServerTime(responseWithDate().headers);
  expect(clock.serverNow().getTime()).toBe(Date.parse(SERVER));
});

test('fetches the time only if no response contained it, and again after a lost connection', async () => {
  vi.setSystemTime(SERVER);
  vi.stubGlobal('fetch', () => {
    requestCount += 1;
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await clock.measureClock();
  await clock.measureClock();
  expect(requestCount).toBe(2);
  clock.recordServerTime(responseWithDate().headers);
  await clock.measureClock();
  expect(requestCount).toBe(2);
});
