import type { PgBoss } from 'pg-boss';
import type { Activity } from '../activity.ts';
import type { Log } from '../log/log.ts';

/** Interval at which an idle shop checks the queues that had a job since the last check. */
const IDLE_CHECK_MS = 600_000;
/**
 * Interval of the check of all queues, which also deletes old jobs of queues without new ones. Each check updates the
 * rows of all queues twice: 130 kB of WAL, much of what an idle shop writes.
 */
const CHECK_OF_ALL_MS = 6 * 3_600_000;

/**
 * Finds lost jobs, counts the jobs of each queue and deletes old ones, until the signal is aborted.
 * @param options.now milliseconds since 1970
 */
export async function superviseJobs(
  boss: PgBoss,
  {
    activity,
    checkSeconds,
    log,
    signal,
    now = Date.now,
  }: {
    activity: Pick<Activity, 'isAwake' | 'pause'>;
    checkSeconds: number;
    log: Log;
    signal: AbortSignal;
    now?: () => number;
  },
): Promise<void> {
  let checkedAt = 0;
  let checkedAllAt = 0;
  while (!signal.aborted) {
    const began = now();
    try {
      const { isAwake } = activity;
      if (began - checkedAllAt >= CHECK_OF_ALL_MS) {
        await boss.supervise();
        [checkedAt, checkedAllAt] = [began, began];
      } else if (isAwake || began - checkedAt >= IDLE_CHECK_MS) {
        for (const name of await findChanged(boss, new Date(checkedAt))) await boss.supervise(name);
        checkedAt = began;
      }
    } catch (error) {
      log.error({ err: error }, 'job queue fault');
    }
    await activity.pause(checkSeconds * 1000, signal);
  }
}

/**
 * Queues with a job that is active, is being retried, or was added or completed since the last check; also queues
 * that had jobs at their last check, because an admin may have discarded them.
 */
async function findChanged(boss: PgBoss, since: Date): Promise<string[]> {
  const { rows } = await boss.getDb().executeSql(
    `select name from pgboss.job where state in ('active', 'retry') or created_on >= $1 or completed_on >= $1
       union select name from pgboss.queue where queued_count > 0 or active_count > 0 or failed_count > 0`,
    [since],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
