import { afterAll, beforeAll, afterEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { type Activity, createActivity } from './activity.ts';
import { createLog } from './log/log.ts';
import { createWorkLoop } from './work-loop.ts';

const log = createLog('silent');
const never = new AbortController().signal;
const AWAKE_MS = 120_000;

let database: TestDatabase;
const open: Activity[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((each) => each.stop()));
});
afterAll(() => database.drop());

function openActivity(listens = false): Activity {
  const created = createActivity({ pool: database.pool, log }, listens);
  open.push(created);
  return created;
}

/** Advances the clock until the shop is idle. */
function advanceUntilIdle(): void {
  vi.setSystemTime(Date.now() + AWAKE_MS);
}

test('runs loops at full pace after a start, then pauses them while idle', () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const activity = openActivity();
  expect(activity.isAwake).toBe(true);
  advanceUntilIdle();
  expect(activity.isAwake).toBe(false);
});

test('resumes a paused loop on activity', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const activity = openActivity();
  advanceUntilIdle();
  const ended = vi.fn<() => void>();
  const pause = activity.pause(1, never).then(ended);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ended).not.toHaveBeenCalled();
  activity.note();
  await pause;
  expect(activity.isAwake).toBe(true);
});

test('resumes the loops of other processes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const [web, worker] = [openActivity(), openActivity(true)];
  advanceUntilIdle();
  await vi.waitFor(async () => {
    web.note();
    expect(worker.isAwake).toBe(true);
  });
});

test('notifies other processes at most once a second', async () => {
  const query = vi.fn<() => Promise<unknown>>().mockResolvedValue({});
  vi.useFakeTimers();
  const activity = createActivity({ pool: { query } as never, log }, false);
  for (let ms = 0; ms < 5_000; ms += 10) {
    activity.note();
    vi.advanceTimersByTime(10);
  }
  expect(query.mock.calls.length).toBeGreaterThanOrEqual(5);
  expect(query.mock.calls.length).toBeLessThanOrEqual(6);
  await activity.stop();
});

test('ends the pause of a stopped loop', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const activity = openActivity();
  advanceUntilIdle();
  const stopping = new AbortController();
  const pause = activity.pause(1, stopping.signal);
  stopping.abort();
  await expect(pause).resolves.toBeUndefined();
  await expect(activity.pause(1, stopping.signal)).resolves.toBeUndefined();
});

test('claims rarely while idle, immediately on activity, and due rows on time', async () => {
  vi.useFakeTimers();
  const activity = createActivity({ pool: { query: () => Promise.resolve({}) } as never, log }, false);
  let claims = 0;
  let due: number | null = null;
  const loop = createWorkLoop<never>({
    name: 'test',
    log,
    everyMs: 1_000,
    concurrency: () => 1,
    claim: () => {
      claims++;
      return Promise.resolve([]);
    },
    handle: () => Promise.resolve(),
    dueInMs: () => Promise.resolve(due),
    activity,
  });
  loop.start();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(claims).toBeGreaterThanOrEqual(10);
  await vi.advanceTimersByTimeAsync(AWAKE_MS);
  claims = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(claims).toBeLessThanOrEqual(6);
  claims = 0;
  activity.note();
  await vi.advanceTimersByTimeAsync(0);
  expect(claims).toBe(1);
  await vi.advanceTimersByTimeAsync(AWAKE_MS + 10_000);
  due = 2_000;
  await vi.advanceTimersByTimeAsync(10_000);
  claims = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(claims).toBeGreaterThanOrEqual(4);
  await loop.stop();
  await activity.stop();
});
