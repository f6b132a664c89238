/**
 * Background work, on pg-boss. A job is enqueued inside the transaction of the change that asks for it, so that both
 * happen or neither. Delivery is at least once: a handler must bear being run twice.
 */
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { DB } from '@mare/database/schema.ts';
import { inLogScope, type Log } from './log/log.ts';
import { inSpan } from './log/tracing.ts';

export interface JobDefinition<Payload extends object> {
  /** Lower-case words joined by dashes, e.g. `send-order-mail`. */
  name: string;
  handle: (payload: Payload) => Promise<void>;
  /** Standard cron, minute at the finest; for work that nobody enqueues. */
  cron?: string;
  /** Tries after the first; 0 for sweeps that come again anyway. */
  retryLimit?: number;
  /** Jobs handled side by side in one process. */
  concurrency?: number;
}

export interface Jobs {
  /** Enqueues inside the caller's transaction. `startAfter` delays; `singletonKey` keeps one waiting job a key. */
  enqueue(
    db: Kysely<DB> | Transaction<DB>,
    name: string,
    payload: object,
    options?: { startAfter?: Date; singletonKey?: string },
  ): Promise<void>;
  /** Many of one kind by one statement, inside the transaction of a plain connection. */
  enqueueAll(client: pg.ClientBase, name: string, payloads: readonly object[]): Promise<void>;
}

export interface JobRunner extends Jobs {
  /**
   * Makes the queues; every process calls it before it enqueues.
   * @param polled those that workers ask for all the time. A job of any other is announced to them in the transaction
   * that enqueues it, and such transactions are committed one after the other: too slow for what happens often.
   */
  prepare(names: string[], polled?: readonly string[]): Promise<void>;
  /** Starts handling. Only worker processes call it. */
  work(definitions: JobDefinition<never>[]): Promise<void>;
  stop(): Promise<void>;
}

export interface JobTimings {
  /** A job of a worker that was not heard of for so long is given to another; at least 10. */
  silenceSeconds: number;
  /** How often such jobs are looked for; at least 1. */
  lookSeconds: number;
}

const TIMINGS: JobTimings = { silenceSeconds: 60, lookSeconds: 30 };
/** Of queues whose jobs are announced: for what was missed, is delayed or is tried again. */
const LOOK_ANYWAY_SECONDS = 10;
const POLL_SECONDS = 0.5;
const RETRIES = { retryLimit: 10, retryBackoff: true, retryDelay: 2 };

export async function startJobs(
  databaseUrl: string,
  log: Log,
  worker: boolean,
  { silenceSeconds, lookSeconds } = TIMINGS,
): Promise<JobRunner> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: worker ? 4 : 2,
    supervise: worker,
    schedule: worker,
    useListenNotify: worker,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue fault'));
  await boss.start();
  return {
    async prepare(names, polled = names) {
      const known = new Map((await boss.getQueues(names)).map((queue) => [queue.name, queue]));
      for (const name of names) {
        const wanted = { heartbeatSeconds: silenceSeconds, notify: !polled.includes(name) };
        const queue = known.get(name);
        if (!queue) await boss.createQueue(name, { ...RETRIES, ...wanted });
        else if (queue.notify !== wanted.notify || queue.heartbeatSeconds !== silenceSeconds)
          await boss.updateQueue(name, wanted);
      }
    },
    async enqueue(db, name, payload, options = {}) {
      await boss.send(name, payload, {
        ...options,
        db: { executeSql: (text, values) => runIn(db, text, values) },
      });
    },
    async enqueueAll(client, name, payloads) {
      const jobs = payloads.map((data) => ({ data }));
      const executeSql = (text: string, values: unknown[] = []) =>
        client.query<Record<string, unknown>>({ name: `enqueue-${name}`, text, values });
      await boss.insert(name, jobs, { db: { executeSql } });
    },
    async work(definitions) {
      const names = definitions.map((job) => job.name);
      const twice = names.find((name, index) => names.indexOf(name) !== index);
      if (twice) throw new Error(`two handlers would share the jobs of ${twice}`);
      for (const job of definitions) {
        if (job.cron) await boss.schedule(job.name, job.cron, {}, { retryLimit: job.retryLimit ?? 0 });
        await boss.work<never>(
          job.name,
          {
            batchSize: job.concurrency ?? 1,
            pollingIntervalSeconds: POLL_SECONDS,
            notifyPollingIntervalSeconds: LOOK_ANYWAY_SECONDS,
          },
          async (batch) => {
            await Promise.all(
              batch.map((one) =>
                inLogScope({ job: job.name, jobId: one.id }, () =>
                  inSpan(job.name, 'consumer', () => job.handle(one.data)),
                ),
              ),
            );
          },
        );
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

async function runIn(db: Kysely<DB>, text: string, values: unknown[] = []): Promise<{ rows: unknown[] }> {
  const parts = text.split(/\$(\d+)/);
  const chunks = parts.filter((_, index) => index % 2 === 0);
  const bound = parts.filter((_, index) => index % 2 === 1).map((number) => values[Number(number) - 1]);
  const strings = Object.assign([...chunks], { raw: chunks }) as unknown as TemplateStringsArray;
  // Without plugins: pg-boss reads its own column names.
  const { rows } = await sql(strings, ...bound).execute(db.withoutPlugins());
  return { rows };
}
