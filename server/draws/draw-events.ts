import { defineEvent } from '../platform/jobs.ts';

export interface RifaJob {
  rifaId: string;
}

/** The winners of a rifa are known, also after a correction. */
export const drawCompleted = defineEvent<RifaJob>('draw-completed');
