/** What follows a draw: each effect becomes a job of its own, in one transaction, so that one that fails is tried again alone. */
import type { JobDefinition } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import { DRAW_JOBS, type RifaJob } from './draw-jobs.ts';
import type { BuyersNews } from './tell-buyers.job.ts';
import { drawRifa } from './draw-rifa.ts';

/** @param effects jobs of other features to enqueue with `{ rifaId }` once a rifa's winners are known, also after a correction */
export function followDrawJobs(platform: Platform, ...effects: string[]): JobDefinition<RifaJob>[] {
  const { db, jobs } = platform;
  return [
    {
      name: DRAW_JOBS.drawRifa,
      async handle({ rifaId }) {
        await drawRifa(platform, rifaId);
      },
    },
    {
      name: DRAW_JOBS.followDraw,
      handle: (job) =>
        db.transaction().execute(async (trx) => {
          for (const name of [DRAW_JOBS.tellWinners, ...effects]) await jobs.enqueue(trx, name, job);
          await jobs.enqueue(trx, DRAW_JOBS.tellBuyers, { ...job, news: 'drawn' } satisfies BuyersNews);
        }),
    },
  ];
}
