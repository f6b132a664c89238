import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { createLog } from '../log/log.ts';
import { claimRuns, startRecurringJobs } from './recurring-jobs.ts';

const log = createLog('silent');
const MINUTE_MS = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-25T12:00:30Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const claimAll = (names: string[]) => Promise.resolve(names);
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * MINUTE_MS);

test('runs each job in the minutes divisible by its interval', async () => {
  const jobs = startRecurringJobs(log, claimAll);
  const runs = { often: 0, seldom: 0 };
  jobs.add({ name: 'often', everyMinutes: 1, run: async () => void runs.often++ });
  jobs.add({ name: 'seldom', everyMinutes: 10, run: async () => void runs.seldom++ });
  await minutes(20);
  expect(runs).toEqual({ often: 20, seldom: 2 });
  await jobs.stop();
  await minutes(5);
  expect(runs).toEqual({ often: 20, seldom: 2 });
});

test('neither delays other jobs during a long run nor starts it twice', async () => {
  const jobs = startRecurringJobs(log, claimAll);
  const slow = Promise.withResolvers<void>();
  const runs = { slow: 0, other: 0 };
  jobs.add({ name: 'slow', everyMinutes: 1, run: () => (runs.slow++, slow.promise) });
  jobs.add({ name: 'other', everyMinutes: 1, run: async () => void runs.other++ });
  await minutes(3);
  expect(runs).toEqual({ slow: 1, other: 3 });
  slow.resolve();
  await minutes(1);
  expect(runs).toEqual({ slow: 2, other: 4 });
  await jobs.stop();
});

test('runs nothing while it cannot claim, then continues', async () => {
  let isBroken = true;
  const jobs = startRecurringJobs(log, (names) =>
    isBroken ? Promise.reject(new Error('no database')) : Promise.resolve(names),
  );
  let runs = 0;
  jobs.add({ name: 'job', everyMinutes: 1, run: async () => void runs++ });
  await minutes(2);
  expect(runs).toBe(0);
  isBroken = false;
  await minutes(2);
  expect(runs).toBe(2);
  await jobs.stop();
});

test('waits for a run in progress when it stops', async () => {
  const jobs = startRecurringJobs(log, claimAll);
  const slow = Promise.withResolvers<void>();
  jobs.add({ name: 'slow', everyMinutes: 1, run: () => slow.promise });
  await minutes(1);
  let hasStopped = false;
  const stopped = jobs.stop().then(() => (hasStopped = true));
  await vi.advanceTimersByTimeAsync(100);
  expect(hasStopped).toBe(false);
  slow.resolve();
  await stopped;
});

test('gives each run to one of several concurrent workers', async () => {
  vi.useRealTimers();
  const db = { executeSql: (text: string, values: unknown[]) => database.pool.query(text, values) };
  const names = ['one', 'two', 'three'];
  for (let minute = 1; minute <= 20; minute++) {
    const at = new Date(minute * MINUTE_MS);
    const claims = await Promise.all(
      [names, names.toReversed(), names, names].map((wanted) => claimRuns(db, wanted, at)),
    );
    expect(claims.flat().toSorted()).toEqual(names.toSorted());
  }
  expect(await claimRuns(db, names, new Date(20 * MINUTE_MS))).toEqual([]);
  expect(await claimRuns(db, names, new Date(MINUTE_MS))).toEqual([]);
});
