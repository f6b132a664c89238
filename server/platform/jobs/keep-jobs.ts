import type { PgBoss } from 'pg-boss';
import type { Activity } from '../activity.ts';
import type { Log } from '../log/log.ts';

/** Interval of the check in an idle shop, of queues that had a job since. */
const IDLE_LOOK_MS = 600_000;
/** The same of all queues: each check writes their rows twice, which was most of what an idle shop writes. */
const IDLE_LOOK_AT_ALL_MS = 3_600_000;

/**
 * Finds lost jobs, counts those of each queue and deletes old ones, until the signal.
 * @param options.now milliseconds since 1970
 */
export async function keepJobs(
  boss: PgBoss,
  {
    activity,
    lookSeconds,
    log,
    signal,
    now = Date.now,
  }: {
    activity: Pick<Activity, 'isAwake' | 'pause'>;
    lookSeconds: number;
    log: Log;
    signal: AbortSignal;
    now?: () => number;
  },
): Promise<void> {
  let keptAt = 0;
  let keptAllAt = 0;
  while (!signal.aborted) {
    const began = now();
    try {
      if (activity.isAwake || began - keptAllAt >= IDLE_LOOK_AT_ALL_MS) {
        await boss.supervise();
        [keptAt, keptAllAt] = [began, began];
      } else if (began - keptAt >= IDLE_LOOK_MS) {
        for (const name of await findChanged(boss, new Date(keptAt))) await boss.supervise(name);
        keptAt = began;
      }
    } catch (error) {
      log.error({ err: error }, 'job queue fault');
    }
    await activity.pause(lookSeconds * 1000, signal);
  }
}

/** Queues with a running job, or with one that was added or ended since. */
async function findChanged(boss: PgBoss, since: Date): Promise<string[]> {
  const { rows } = await boss
    .getDb()
    .executeSql(
      `select distinct name from pgboss.job where state = 'active' or created_on >= $1 or completed_on >= $1`,
      [since],
    );
  return (rows as { name: string }[]).map(({ name }) => name);
}
