import { defineEvent } from '../platform/jobs/define-job.ts';

export interface RifaJob {
  rifaId: string;
}

/** An extraction's result is confirmed; emitted for each sealed rifa that waits for it. */
export const resultConfirmed = defineEvent<RifaJob>('draw-rifa');

/** The winners of a rifa are known; also emitted after a correction. */
export const drawCompleted = defineEvent<RifaJob>('draw-completed');
