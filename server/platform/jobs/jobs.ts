/** Runs background jobs on pg-boss. Delivery is at least once: handlers must be idempotent. */
import { PgBoss } from 'pg-boss';
import { ownPoolOptions } from '@mare/database/connection/connect.ts';
import { type FailedJob, handleJobs, handlePackedJobs, type QueuedJob } from './handle-jobs.ts';
import { type Activity, alwaysAwake } from '../activity.ts';
import type { Log } from '../log/log.ts';
import { claimRuns, startRecurringJobs } from './recurring-jobs.ts';
import type { Job, JobType } from './define-job.ts';
import { BATCH, createJobs, type Jobs, packedQueue } from './enqueue-jobs.ts';
import { superviseJobs } from './supervise-jobs.ts';

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
  /** Interval of the check for lost jobs while the shop is active; at least 1. */
  checkSeconds: number;
  /** Interval of the search for due jobs of all queues: for missed announcements, delayed jobs and retries. */
  fallbackPollSeconds?: number;
  /** Poll interval of `polled` queues. */
  pollSeconds?: number;
}

const TIMINGS: JobTimings = { silenceSeconds: 60, checkSeconds: 30 };
const FALLBACK_POLL_SECONDS = 10;
const POLL_SECONDS = 1;
/** pg-boss does not poll: a queue is fetched when the search finds it due. */
const BACKSTOP_SECONDS = 3_600;
/** Jobs with many payloads that a worker fetches at a time; few, so that several workers share a backlog. */
const PACKS = 4;
const RETRIES = { retryLimit: 10, retryBackoff: true, retryDelay: 2 };

/** Creates or migrates the tables of the queues, as their owner. */
export async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false });
  await boss.start();
  await boss.stop({ graceful: false });
}

export async function startJobs(
  databaseUrl: string,
  log: Log,
  worker: boolean,
  {
    silenceSeconds,
    checkSeconds,
    fallbackPollSeconds = FALLBACK_POLL_SECONDS,
    pollSeconds = POLL_SECONDS,
  }: JobTimings = TIMINGS,
  activity: Activity = alwaysAwake,
): Promise<JobRunner> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    // Passed on to the pool: planning its statements takes longer than running them, and opening a connection longer
    // still.
    ...ownPoolOptions,
    max: worker ? 4 : 2,
    // `superviseJobs` does this, less often in an idle shop.
    supervise: false,
    schedule: worker,
    useListenNotify: worker,
    // `searchDueJobs` finds jobs whose announcement a dead connection has missed.
    notifyHeartbeatIntervalMs: 30_000,
    monitorIntervalSeconds: checkSeconds,
    // Frequent jobs have `everyMinutes` instead, so schedules may be up to a minute late.
    cronMonitorIntervalSeconds: 45,
    cronWorkerIntervalSeconds: 30,
    // Builds indexes, needed only after an upgrade of pg-boss.
    bamIntervalSeconds: 600,
  });
  let isStopped = false;
  boss.on('error', (error) => {
    // After the stop, closed connections are expected.
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
    ? [searchDueJobs(), superviseJobs(boss, { activity, checkSeconds, log, signal: stopping.signal })]
    : [];

  /** Fetches the queues that have due jobs. One statement for all, because most queues are empty most of the time. */
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

  /** @param handle returns the failed jobs */
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
        // No job has a group. With this option pg-boss looks up the fetched ids by index; without it, PostgreSQL may
        // join them with the whole backlog, because its statistics are outdated under load.
        groupConcurrency: 1,
      },
      async (batch) => {
        const failures = await handle(batch);
        // pg-boss completes the others in one statement. With `perJobResults` it would join them with the backlog.
        for (const { id, output } of failures) await boss.fail(queue, id, output);
        // Fetches again immediately, until the queue is empty.
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
        const options = { heartbeatSeconds: silenceSeconds, notify: !polled };
        const queue = known.get(name);
        if (!queue) await boss.createQueue(name, { ...RETRIES, ...options });
        else if (queue.notify !== options.notify || queue.heartbeatSeconds !== silenceSeconds)
          await boss.updateQueue(name, options);
      }
    },
    ...createJobs(boss),
    async work(deps, definitions) {
      for (const job of definitions) {
        if (handled.has(job.name)) throw new Error(`two handlers for the jobs of ${job.name}`);
        handled.add(job.name);
        if (job.everyMinutes) {
          const run = () => handleJobs(deps, job, [{ id: 'recurring', data: {} as never }], log);
          recurring?.add({ name: job.name, everyMinutes: job.everyMinutes, run });
          // Left by an earlier version.
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
