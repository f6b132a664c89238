import { resultConfirmed } from '../../draws/draw-events.ts';
import { freezeListJob } from '../../draws/list/freeze-list.job.ts';
import { sealDrawJob } from '../../draws/sealing/seal-draw.job.ts';
import type { Jobs } from '../../platform/jobs/enqueue-jobs.ts';
import type { Platform } from '../../platform/platform.ts';

/** The fast-forward runs these jobs itself: a worker would run them at the actual time. */
const OWN_STEPS = new Set([freezeListJob.name, sealDrawJob.name, resultConfirmed.name]);

/** The platform with its clock fixed at another time. Other jobs are enqueued for the worker, which runs at the actual time. */
export function withShiftedClock(platform: Platform, time: Date): Platform {
  const shiftMs = time.getTime() - platform.clock.now().getTime();
  const { jobs } = platform;
  const enqueue: Jobs['enqueue'] = async (db, job, payload, { startAfter, ...options } = {}) => {
    if (OWN_STEPS.has(job.name)) return;
    await jobs.enqueue(db, job, payload, {
      ...options,
      ...(startAfter && { startAfter: new Date(startAfter.getTime() - shiftMs) }),
    });
  };
  return { ...platform, clock: { now: () => time }, jobs: { ...jobs, enqueue } };
}
