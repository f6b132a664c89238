import type { PgBoss } from 'pg-boss';
import type { Activity } from '../activity.ts';
import type { Log } from '../log/log.ts';

/** Interval of the check in an idle shop, of queues that had a job since. */
const IDLE_CHECK_MS = 600_000;
/** Intervals of the check of all queues: each writes their rows twice, which was most of what an idle shop writes. */
const CHECK_OF_ALL_MS = { awake: 600_000, idle: 3_600_000 };

/**
 * Finds lost jobs, counts those of each queue and deletes old ones, until the signal.
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
      if (began - checkedAllAt >= CHECK_OF_ALL_MS[isAwake ? 'awake' : 'idle']) {
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
