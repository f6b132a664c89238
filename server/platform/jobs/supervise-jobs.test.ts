import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@mare/database/testing.ts';
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

/** Queues that the pass wrote. Lets the next pass claim them. */
async function written(): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `update pgboss.queue set monitor_claim_on = null, monitor_on = null
     where name = any($1) and monitor_claim_on is not null returning name`,
    [QUEUES],
  );
  return rows.map(({ name }) => name).toSorted();
}

test('in an idle shop looks at queues with jobs every ten minutes, and at all of them every hour', async () => {
  const stopping = new AbortController();
  const began = Date.now();
  /** Minutes since then, and what to do before that pass. */
  const passes = [
    { at: 0, before: async () => undefined },
    { at: 5, before: async () => undefined },
    { at: 10, before: () => boss.send('busy') },
    { at: 15, before: async () => undefined },
    { at: 60, before: async () => undefined },
  ];
  const seen: string[][] = [];
  let minute = passes[0]!.at;
  await superviseJobs(boss, {
    activity: {
      isAwake: false,
      async pause() {
        seen.push(await written());
        const next = passes[seen.length];
        if (!next) return stopping.abort();
        minute = next.at;
        await next.before();
      },
    },
    checkSeconds: 30,
    log: createLog('silent'),
    signal: stopping.signal,
    now: () => began + minute * MINUTE_MS,
  });
  expect(seen).toEqual([QUEUES, [], ['busy'], [], QUEUES]);
});

test('looks at all queues on each pass while something happens', async () => {
  const stopping = new AbortController();
  const seen: string[][] = [];
  await superviseJobs(boss, {
    activity: {
      isAwake: true,
      async pause() {
        seen.push(await written());
        if (seen.length === 2) stopping.abort();
      },
    },
    checkSeconds: 30,
    log: createLog('silent'),
    signal: stopping.signal,
  });
  expect(seen).toEqual([QUEUES, QUEUES]);
});
