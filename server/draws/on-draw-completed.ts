/** Enqueues one job per effect of a draw, in one transaction, so that a failed effect is retried alone. */
import { type Job, type JobType, onEvent } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { drawCompleted, type RifaJob } from './draw-events.ts';
import { notifyWinnersJob } from './prizes/news/notify-winners.job.ts';

/** @param effects jobs of other features */
export function onDrawCompleted(...effects: JobType<RifaJob>[]): Job<RifaJob, Pick<Platform, 'db' | 'jobs'>> {
  return onEvent(drawCompleted, ({ db, jobs }: Pick<Platform, 'db' | 'jobs'>, payload) =>
    db.transaction().execute(async (trx) => {
      for (const effect of [notifyWinnersJob, ...effects]) await jobs.enqueue(trx, effect, payload);
    }),
  );
}
