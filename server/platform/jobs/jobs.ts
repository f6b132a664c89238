/**
 * Background jobs on pg-boss. Jobs are enqueued in the transaction of the change (outbox). Delivery is at least once:
 * handlers must be idempotent.
 */
import type { Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { ownPoolOptions } from '@mare/database/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { type FailedJob, handleJobs, handlePackedJobs, type QueuedJob } from './handle-jobs.ts';
import { type Activity, alwaysAwake } from '../activity.ts';
import type { Log } from '../log/log.ts';
import { keepJobs } from './keep-jobs.ts';
import { claimRuns, startRecurringJobs } from './recurring-jobs.ts';
import { fromQueued, toQueued } from './queued-payload.ts';

export interface JobOptions {
  /** Standard cron, minute at the finest. */
  cron?: string;
  /**
   * Runs in one worker, without a row in the queue: for frequent searches that mostly find nothing, and of which the next
   * makes up for a failed one. It may still be enqueued too.
   */
  everyMinutes?: number;
  /** Tries after the first of a cron job; 0 (default) if the next run makes up for a failed one. */
  retryLimit?: number;
  /** Parallel jobs per process; 1 by default. Each succeeds or is retried on its own. */
  concurrency?: number;
  /**
   * Workers poll for it. A job of any other queue is announced with NOTIFY in the transaction that enqueues it, and
   * PostgreSQL commits such transactions one after the other: too slow for what happens with every order.
   */
  polled?: boolean;
}

/** One queue: its name in the database (lower-case words joined by dashes) and the type of its payloads. */
export interface JobType<Payload extends object> extends JobOptions {
  readonly name: string;
  /** Declared by `defineBatchJob`: many payloads enqueued together make one job. */
  readonly isBatch?: boolean;
  /** Never set: it only carries the payload's type. */
  readonly payload?: (payload: Payload) => void;
}

/** A queue with its handler. Delivery is at least once: `handle` is idempotent. */
export interface Job<Payload extends object, Deps> extends JobType<Payload> {
  handle: (deps: Deps, payload: Payload) => Promise<void>;
  /** Of a job declared by `defineBatchJob`. */
  handleMany?: (deps: Deps, payloads: Payload[]) => Promise<void>;
}

/** Declares a job once; `enqueue` checks payloads against its handler. */
export function defineJob<Deps, Payload extends object = object>(
  name: string,
  options: JobOptions,
  handle: (deps: Deps, payload: Payload) => Promise<void>,
): Job<Payload, Deps> {
  return { ...options, name, handle: (deps, payload) => handle(deps, fromQueued(payload)) };
}

/**
 * Declares a job whose handler takes many payloads at a time, all or nothing. If it fails, each payload is handled alone,
 * so that one that always fails does not hold up the others.
 */
export function defineBatchJob<Deps, Payload extends object = object>(
  name: string,
  options: Omit<JobOptions, 'concurrency'>,
  handleMany: (deps: Deps, payloads: Payload[]) => Promise<void>,
): Job<Payload, Deps> {
  return {
    ...options,
    name,
    isBatch: true,
    handle: (deps, payload) => handleMany(deps, [fromQueued(payload)]),
    handleMany: (deps, payloads) => handleMany(deps, payloads.map(fromQueued)),
  };
}

/** Declares a queue whose handler is registered where the features that follow it are known: see `onEvent`. */
export function defineEvent<Payload extends object>(
  name: string,
  options: JobOptions = {},
): JobType<Payload> {
  return { ...options, name };
}

export function onEvent<Deps, Payload extends object>(
  event: JobType<Payload>,
  handle: (deps: Deps, payload: Payload) => Promise<void>,
): Job<Payload, Deps> {
  return defineJob(event.name, event, handle);
}

/** See `defineBatchJob`. */
export function onEvents<Deps, Payload extends object>(
  event: JobType<Payload>,
  handleMany: (deps: Deps, payloads: Payload[]) => Promise<void>,
): Job<Payload, Deps> {
  // Those that enqueue an event know its queue only.
  return { ...defineBatchJob(event.name, event, handleMany), isBatch: false };
}

export interface Jobs {
  /**
   * Enqueues inside the caller's transaction. `startAfter` delays; jobs of a higher `priority` (0 by default) are handled
   * first within their queue.
   */
  enqueue<Payload extends object>(
    db: Kysely<DB> | Transaction<DB>,
    job: JobType<Payload>,
    payload: NoInfer<Payload>,
    options?: { startAfter?: Date; priority?: number },
  ): Promise<void>;
  /** Enqueues many jobs of one queue in one statement, inside the caller's transaction. */
  enqueueMany<Payload extends object>(
    db: Kysely<DB> | Transaction<DB>,
    job: JobType<Payload>,
    payloads: readonly NoInfer<Payload>[],
    options?: { priority?: number },
  ): Promise<void>;
  /** Enqueues many jobs of one queue in one statement, in the transaction of a plain connection. */
  enqueueAll<Payload extends object>(
    client: pg.ClientBase,
    job: JobType<Payload>,
    payloads: readonly NoInfer<Payload>[],
  ): Promise<void>;
}

export interface JobRunner extends Jobs {
  /** Creates the queues that are missing. Every process calls it before it enqueues. */
  prepare(jobs: readonly JobType<never>[]): Promise<void>;
  /** Starts handling jobs. Only worker processes call it. @throws if a queue already has a handler */
  work<Deps>(deps: Deps, jobs: readonly Job<never, Deps>[]): Promise<void>;
  stop(): Promise<void>;
}

export interface JobTimings {
  /** A job is reassigned after this time without a heartbeat; at least 10. */
  silenceSeconds: number;
  /** Interval of the check for lost jobs, while something happens; at least 1. */
  lookSeconds: number;
  /** Interval of the search for due jobs of all queues: for missed announcements, delayed jobs and retries. */
  fallbackPollSeconds?: number;
  /** The same for `polled` queues. */
  pollSeconds?: number;
}

const TIMINGS: JobTimings = { silenceSeconds: 60, lookSeconds: 30 };
const FALLBACK_POLL_SECONDS = 10;
const POLL_SECONDS = 1;
/** A queue is fetched when the search finds it due; pg-boss would poll each on its own. */
const BACKSTOP_SECONDS = 3_600;
/** Payloads that a batch handler takes at a time. */
const BATCH = 200;
/** Jobs with that many payloads that a worker fetches at a time: few, so that several workers share a backlog. */
const PACKS = 4;
const RETRIES = { retryLimit: 10, retryBackoff: true, retryDelay: 2 };

/** Creates or migrates the tables of the queues, as their owner. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

/**
 * Queue of the jobs that hold many payloads, apart from those with one: during a deployment, processes of the version
 * before share the queues and know only the latter.
 */
const packedQueue = (name: string) => `${name}-packed`;

function pack(payloads: object[]): object[] {
  return Array.from({ length: Math.ceil(payloads.length / BATCH) }, (_, at) => ({
    payloads: payloads.slice(at * BATCH, (at + 1) * BATCH),
  }));
}

export async function startJobs(
  databaseUrl: string,
  log: Log,
  worker: boolean,
  {
    silenceSeconds,
    lookSeconds,
    fallbackPollSeconds = FALLBACK_POLL_SECONDS,
    pollSeconds = POLL_SECONDS,
  }: JobTimings = TIMINGS,
  activity: Activity = alwaysAwake,
): Promise<JobRunner> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    // Passed on to its pool: planning its statements takes longer than running them, and a new connection longer still.
    ...ownPoolOptions,
    max: worker ? 4 : 2,
    // In `keepJobs`, at the pace of the shop.
    supervise: false,
    schedule: worker,
    useListenNotify: worker,
    // `searchDueJobs` finds what a dead connection does not announce.
    notifyHeartbeatIntervalMs: 30_000,
    monitorIntervalSeconds: lookSeconds,
    // Frequent jobs have `everyMinutes`, so that schedules may be up to a minute late.
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 30,
    // Only after an upgrade of pg-boss there is something to build.
    bamIntervalSeconds: 600,
  });
  let isStopped = false;
  boss.on('error', (error) => {
    // Its connections may be closed by the server only after its end.
    if (!isStopped) log.error({ err: error }, 'job queue fault');
  });
  await boss.start();
  const handled = new Set<string>();
  /** Workers of pg-boss by queue. */
  const workers = new Map<string, { id: string; polled: boolean }>();
  const stopping = new AbortController();
  const recurring = worker
    ? startRecurringJobs(log, (names, minute) => claimRuns(boss.getDb(), names, minute))
    : null;
  const running = worker
    ? [searchDueJobs(), keepJobs(boss, { activity, lookSeconds, log, signal: stopping.signal })]
    : [];

  /** Fetches the queues that have due jobs. One statement for all: most queues are empty most of the time. */
  async function searchDueJobs(): Promise<void> {
    let searchedAllAt = 0;
    while (!stopping.signal.aborted) {
      const isForAll = Date.now() - searchedAllAt >= fallbackPollSeconds * 1000;
      const names = [...workers].flatMap(([name, { polled }]) => (isForAll || polled ? [name] : []));
      if (isForAll) searchedAllAt = Date.now();
      try {
        for (const { name } of names.length > 0 ? await findDue(names) : [])
          boss.notifyWorker(workers.get(name)!.id);
      } catch (error) {
        log.warn({ err: error }, 'search for due jobs failed');
      }
      await activity.pause(Math.min(pollSeconds, fallbackPollSeconds) * 1000, stopping.signal);
    }
  }

  async function findDue(names: string[]): Promise<{ name: string }[]> {
    const { rows } = await boss.getDb().executeSql(
      `select name from unnest($1::text[]) as queue (name) where exists (
         select from pgboss.job where job.name = queue.name and state < 'active' and not blocked and start_after <= now())`,
      [names],
    );
    return rows as { name: string }[];
  }

  /** @param handle returns those of the jobs that failed */
  async function workOn(
    queue: string,
    { batchSize, polled = false }: { batchSize: number; polled?: boolean | undefined },
    handle: (batch: QueuedJob[]) => Promise<FailedJob[]>,
  ): Promise<void> {
    let workerId: string | undefined;
    workerId = await boss.work<never>(
      queue,
      {
        batchSize,
        pollingIntervalSeconds: BACKSTOP_SECONDS,
        notifyPollingIntervalSeconds: BACKSTOP_SECONDS,
        // No job has a group. With this option pg-boss looks up the fetched ids by index; without it, PostgreSQL may join
        // them with the whole backlog, as its estimates are older than a rush.
        groupConcurrency: 1,
      },
      async (batch) => {
        const failures = await handle(batch);
        // The others are completed by pg-boss, in one statement. With `perJobResults` it would join them with the backlog.
        for (const { id, output } of failures) await boss.fail(queue, id, output);
        // Fetches again at once, until the queue is empty.
        if (workerId) boss.notifyWorker(workerId);
      },
    );
    workers.set(queue, { id: workerId, polled });
  }

  return {
    async prepare(types) {
      const wantedQueues = types.flatMap((type) =>
        type.isBatch ? [type, { name: packedQueue(type.name) }] : [type],
      );
      const queues = await boss.getQueues(wantedQueues.map(({ name }) => name));
      const known = new Map(queues.map((queue) => [queue.name, queue]));
      for (const { name, polled = false } of wantedQueues) {
        const wanted = { heartbeatSeconds: silenceSeconds, notify: !polled };
        const queue = known.get(name);
        if (!queue) await boss.createQueue(name, { ...RETRIES, ...wanted });
        else if (queue.notify !== wanted.notify || queue.heartbeatSeconds !== silenceSeconds)
          await boss.updateQueue(name, wanted);
      }
    },
    async enqueue(db, { name }, payload, options = {}) {
      await boss.send(name, toQueued(payload), {
        ...options,
        db: { executeSql: (text, values) => runIn(db, text, values) },
      });
    },
    async enqueueMany(db, { name, isBatch }, payloads, options = {}) {
      if (payloads.length === 0) return;
      const queued = payloads.map(toQueued);
      const isPacked = isBatch && queued.length > 1;
      await boss.insert(
        isPacked ? packedQueue(name) : name,
        (isPacked ? pack(queued) : queued).map((data) => ({ data, ...options })),
        { db: { executeSql: (text, values) => runIn(db, text, values) } },
      );
    },
    async enqueueAll(client, { name }, payloads) {
      const jobs = payloads.map((payload) => ({ data: toQueued(payload) }));
      const executeSql = (text: string, values: unknown[] = []) =>
        client.query<Record<string, unknown>>({ name: `enqueue-${name}`, text, values });
      await boss.insert(name, jobs, { db: { executeSql } });
    },
    async work(deps, definitions) {
      for (const job of definitions) {
        if (handled.has(job.name)) throw new Error(`two handlers for the jobs of ${job.name}`);
        handled.add(job.name);
        if (job.everyMinutes) {
          const run = () => handleJobs(deps, job, [{ id: 'recurring', data: {} as never }], log);
          recurring?.add({ name: job.name, everyMinutes: job.everyMinutes, run });
          // Of a version before.
          await boss.unschedule(job.name);
        }
        if (job.cron) await boss.schedule(job.name, job.cron, {}, { retryLimit: job.retryLimit ?? 0 });
        const batchSize = job.handleMany ? BATCH : (job.concurrency ?? 1);
        await workOn(job.name, { batchSize, polled: job.polled }, (batch) =>
          handleJobs(deps, job, batch, log),
        );
        if (job.isBatch)
          await workOn(packedQueue(job.name), { batchSize: PACKS, polled: job.polled }, (batch) =>
            handlePackedJobs(deps, job, batch, log, (payloads) =>
              boss.insert(
                job.name,
                payloads.map((data) => ({ data })),
              ),
            ),
          );
      }
    },
    async stop() {
      stopping.abort();
      await recurring?.stop();
      await Promise.all(running);
      await boss.stop({ graceful: true, timeout: 10_000 });
      isStopped = true;
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
