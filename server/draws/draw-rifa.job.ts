import { defineJob } from '../platform/jobs.ts';
import type { Platform } from '../platform/platform.ts';
import type { RifaJob } from './draw-events.ts';
import { drawRifa } from './draw-rifa.ts';

export const drawRifaJob = defineJob(
  'draw-rifa',
  {},
  async (platform: Platform, { rifaId }: RifaJob) => void (await drawRifa(platform, rifaId)),
);
