import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { PgBoss } from 'pg-boss';
import { createLog } from '../log/log.ts';
import { superviseJobs } from './supervise-jobs.ts';

const MINUTE_MS = 60_000;
const QUEUES = ['busy', 'idle'];

let database: TestDatabase;
let boss: PgBoss;
beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 5 });
  boss = new PgBoss({
    connectionString: database.url,
    max: 1,
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  for (const name of QUEUES) await boss.createQueue(name);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await database.drop();
});

/** @returns the queues that the last pass checked, and makes them due again */
async function written(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `update pgboss.queue set monitor_claim_on = null, monitor_on = null
     where name = any($1) and monitor_claim_on is not null returning name`,
    [QUEUES],
  );
  return rows.map(({ name }) => name).toSorted();
}

const deleteJobs = () => database.pool.query('delete from pgboss.job');

interface Pass {
  /** Minutes since the first one. */
  at: number;
  before?: () => Promise<unknown>;
}

/** @returns the queues that each pass checked */
async function supervise(isAwake: boolean, passes: readonly Pass[]): Promise<string[][]> {
  const stopping = new AbortController();
  const began = Date.now();
  const seen: string[][] = [];
  await superviseJobs(boss, {
    activity: {
      isAwake,
      async pause() {
        seen.push(await written());
        const next = passes[seen.length];
        if (!next) return stopping.abort();
        await next.before?.();
      },
    },
    checkSeconds: 30,
    log: createLog('silent'),
    signal: stopping.signal,
    now: () => began + passes[seen.length]!.at * MINUTE_MS,
  });
  return seen;
}

test('checks queues with jobs every ten minutes and all queues every six hours when idle', async () => {
  const passes = [
    { at: 0 },
    { at: 5 },
    { at: 10, before: () => boss.send('busy') },
    { at: 15 },
    { at: 60, before: deleteJobs },
    { at: 359 },
    { at: 360 },
  ];
  expect(await supervise(false, passes)).toEqual([QUEUES, [], ['busy'], [], ['busy'], [], QUEUES]);
});

test('checks queues with jobs on each pass and all queues every six hours when busy', async () => {
  const passes = [
    { at: 0 },
    { at: 0.5, before: () => boss.send('busy') },
    { at: 10, before: deleteJobs },
    { at: 359 },
    { at: 360 },
  ];
  expect(await supervise(true, passes)).toEqual([QUEUES, ['busy'], ['busy'], [], QUEUES]);
});

test('checks queues with a job that is being retried', async () => {
  const failOne = async () => {
    await boss.send('busy', {}, { retryLimit: 1, retryDelay: 600 });
    const [job] = await boss.fetch('busy');
    await boss.fail('busy', job!.id);
    await database.pool.query(`update pgboss.job set created_on = now() - interval '1 day'`);
  };
  expect(await supervise(true, [{ at: 0 }, { at: 1, before: failOne }, { at: 2 }])).toEqual([
    QUEUES,
    ['busy'],
    ['busy'],
  ]);
  await deleteJobs();
});

test('checks a queue once more after its parked job was discarded', async () => {
  const park = async () => {
    await boss.send('busy', {}, { retryLimit: 0 });
    const [job] = await boss.fetch('busy');
    await boss.fail('busy', job!.id);
  };
  const passes = [{ at: 0 }, { at: 1, before: park }, { at: 2, before: deleteJobs }, { at: 3 }];
  expect(await supervise(true, passes)).toEqual([QUEUES, ['busy'], ['busy'], []]);
});
