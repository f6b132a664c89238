/**
 * Runs jobs every few minutes without a row in the queue, because a row costs a worker several writes and most runs
 * find nothing to do. A failed run is not retried; the next one makes up for it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log/log.ts';

const MINUTE_MS = 60_000;
/** Shutdown timeout for runs in progress. */
const STOP_TIMEOUT_MS = 10_000;

export interface RecurringJob {
  name: string;
  everyMinutes: number;
  /** Must not throw. */
  run: () => Promise<unknown>;
}

export interface RecurringJobs {
  add(job: RecurringJob): void;
  stop(): Promise<void>;
}

/** @param claim returns the jobs that no worker has run in this minute or a later one */
export function startRecurringJobs(
  log: Log,
  claim: (names: string[], minute: Date) => Promise<string[]>,
): RecurringJobs {
  const jobs = new Map<string, RecurringJob>();
  const running = new Map<string, Promise<unknown>>();
  let timer = setTimeout(runDue, untilNextMinute());
  let claiming: Promise<void> = Promise.resolve();
  let isStopped = false;

  function runDue(): void {
    timer = setTimeout(runDue, untilNextMinute());
    const minute = Math.round(Date.now() / MINUTE_MS);
    // A job that is still running in this process skips this run.
    const jobsToRun = [...jobs.values()].filter(
      ({ name, everyMinutes }) => minute % everyMinutes === 0 && !running.has(name),
    );
    if (jobsToRun.length > 0) claiming = runClaimed(jobsToRun, new Date(minute * MINUTE_MS));
  }

  async function runClaimed(jobsToRun: RecurringJob[], minute: Date): Promise<void> {
    try {
      const claimed = await claim(
        jobsToRun.map(({ name }) => name),
        minute,
      );
      if (isStopped) return;
      for (const name of claimed)
        running.set(
          name,
          jobs
            .get(name)!
            .run()
            .finally(() => running.delete(name)),
        );
    } catch (error) {
      log.error({ err: error }, 'recurring jobs not started: retrying in the next minute');
    }
  }

  return {
    add: (job) => void jobs.set(job.name, job),
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await claiming;
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(running.values()),
        pause(STOP_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
      ]);
      timeout.abort();
    },
  };
}

/** Adds a minute if timers fired slightly early. */
function untilNextMinute(): number {
  const left = MINUTE_MS - (Date.now() % MINUTE_MS);
  return left < 1_000 ? left + MINUTE_MS : left;
}

interface Database {
  executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
}

/** The worker whose conditional update advances the job's minute runs it. */
export async function claimRuns(db: Database, names: string[], minute: Date): Promise<string[]> {
  const { rows } = await db.executeSql(
    `insert into job_runs (name, minute) select name, $2 from unnest($1::text[]) as job (name) order by name
     on conflict (name) do update set minute = excluded.minute where job_runs.minute < excluded.minute
     returning name`,
    [names, minute],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
