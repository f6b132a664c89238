import { type Job, onEvent } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';
import { resultConfirmed, type RifaJob } from './draw-events.ts';
import { drawRifa } from './draw-rifa.ts';
import type { OnWinnersRemoved } from './replace-winners.ts';

export function onResultConfirmed(onWinnersRemoved: OnWinnersRemoved): Job<RifaJob, Platform> {
  return onEvent(
    resultConfirmed,
    async (platform: Platform, { rifaId }) => void (await drawRifa(platform, rifaId, onWinnersRemoved)),
  );
}
