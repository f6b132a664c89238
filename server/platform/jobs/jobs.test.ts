import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { defineBatchJob, defineJob, type Job } from './define-job.ts';
import { type JobRunner, startJobs } from './jobs.ts';
import { createLog } from '../log/log.ts';

interface Work {
  order: number;
}

/** Polls so rarely that only jobs fetched right after another job can be handled within a test. */
const TIMINGS = { silenceSeconds: 60, checkSeconds: 30, fallbackPollSeconds: 3_600, pollSeconds: 3_600 };

let database: TestDatabase;
let jobs: JobRunner | undefined;
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 5 });
});
afterEach(async () => {
  await jobs?.stop();
  jobs = undefined;
});
afterAll(() => database.drop());

/** Enqueues these orders, then starts the worker. */
async function workOn(job: Job<Work, null>, orders: number[], priorityOf = (_order: number) => 0) {
  jobs = await startJobs(database.url, createLog('silent'), true, TIMINGS);
  await jobs.prepare([job]);
  for (const order of orders)
    await jobs.enqueue(database.db, job, { order }, { priority: priorityOf(order) });
  await jobs.work(null, [job as Job<never, null>]);
}

async function states(queue: string): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    'select state, count(*)::integer as count from pgboss.job where name = $1 group by state',
    [queue],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

test('processes a backlog without waiting for the next poll', async () => {
  const handled: number[] = [];
  const job = defineJob('backlog-of-one', {}, async (_deps: null, { order }: Work) => {
    handled.push(order);
  });
  await workOn(job, numbers(12));
  await expect.poll(() => handled.length, { timeout: 20_000 }).toBe(12);
});

test('retries a failed job separately from its batch', async () => {
  const handled: number[] = [];
  const job = defineJob('one-fails', { concurrency: 5 }, async (_deps: null, { order }: Work) => {
    handled.push(order);
    if (order === 2) throw new Error('always');
  });
  await workOn(job, numbers(5));
  await expect.poll(() => states('one-fails'), { timeout: 20_000 }).toEqual({ completed: 4, retry: 1 });
  expect(handled.toSorted((a, b) => a - b)).toEqual(numbers(5));
});

test('passes all waiting payloads to a batch job', async () => {
  const batches: number[][] = [];
  const job = defineBatchJob('in-batches', {}, async (_deps: null, works: Work[]) => {
    batches.push(works.map(({ order }) => order));
  });
  await workOn(job, numbers(420));
  await expect.poll(() => batches.flat().length, { timeout: 20_000 }).toBe(420);
  expect(batches.map((batch) => batch.length)).toEqual([200, 200, 20]);
});

test('delays only the bad payload of a batch job', async () => {
  const done: number[] = [];
  const job = defineBatchJob('one-is-bad', {}, async (_deps: null, works: Work[]) => {
    if (works.some(({ order }) => order === 7)) throw new Error('bad payload');
    done.push(...works.map(({ order }) => order));
  });
  await workOn(job, numbers(20));
  await expect.poll(() => states('one-is-bad'), { timeout: 20_000 }).toEqual({ completed: 19, retry: 1 });
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers(20).filter((order) => order !== 7));
});

test('handles jobs of a batch together, and parks only the bad payload', async () => {
  const done = new Set<number>();
  const job = defineBatchJob('packed', {}, async (_deps: null, works: Work[]) => {
    if (works.some(({ order }) => order === 7)) throw new Error('bad payload');
    for (const { order } of works) done.add(order);
  });
  jobs = await startJobs(database.url, createLog('silent'), true, {
    ...TIMINGS,
    fallbackPollSeconds: 1,
    pollSeconds: 1,
  });
  await jobs.prepare([job]);
  await jobs.enqueueMany(
    database.db,
    job,
    numbers(300).map((order) => ({ order })),
  );
  expect(await states('packed-packed')).toEqual({ created: 2 });
  await jobs.work(null, [job as Job<never, null>]);
  await expect.poll(() => done.size, { timeout: 20_000 }).toBe(299);
  await expect.poll(() => states('packed'), { timeout: 20_000 }).toEqual({ completed: 199, retry: 1 });
  expect(await states('packed-packed')).toEqual({ completed: 2 });
  expect(done.has(7)).toBe(false);
});

test('handles jobs of a higher priority first', async () => {
  const handled: number[] = [];
  const job = defineJob('by-priority', {}, async (_deps: null, { order }: Work) => {
    handled.push(order);
  });
  await workOn(job, numbers(9), (order) => (order >= 6 ? 20 : 0));
  await expect.poll(() => handled.length, { timeout: 20_000 }).toBe(9);
  expect(handled.slice(0, 3)).toEqual([6, 7, 8]);
});
