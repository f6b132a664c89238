import { endAllotmentsOfRifa } from '../../orders/stand/end-allotments.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RifaJob } from '../draw-events.ts';
import { sealDrawJob } from '../sealing/seal-draw.job.ts';
import { freezeList } from './freeze-list.ts';

/** Pending orders settle within minutes, when their reservations expire. */
const RETRY_MS = 20_000;

/** Freezes the list of a closed rifa, then enqueues its seal. */
export const freezeListJob = defineJob('freeze-list', {}, freezeAndSeal);

async function freezeAndSeal(platform: Platform, { rifaId }: RifaJob): Promise<void> {
  const { db, jobs, clock } = platform;
  await endAllotmentsOfRifa(platform, rifaId);
  const frozen = await freezeList(platform, rifaId);
  if (!frozen.ok && frozen.code === 'PENDING_ORDERS') {
    const startAfter = new Date(clock.now().getTime() + RETRY_MS);
    await jobs.enqueue(db, freezeListJob, { rifaId }, { startAfter });
  }
  // ALREADY_FROZEN: an earlier run may have crashed before enqueueing.
  if (frozen.ok || frozen.code === 'ALREADY_FROZEN') await jobs.enqueue(db, sealDrawJob, { rifaId });
}
