/** The queues of draws. */
import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';

export const DRAW_JOBS = {
  closeDueRifas: 'close-due-rifas',
  closeSoldOut: 'close-sold-out-rifas',
  freezeList: 'freeze-list',
  fetchResults: 'fetch-lottery-results',
  drawRifa: 'draw-rifa',
  followDraw: 'draw-completed',
  tellBuyers: 'tell-buyers-of-draw',
  tellWinners: 'tell-winners',
  remindWinners: 'remind-winners',
  anchorSeals: 'anchor-seals',
} as const;

export interface RifaJob {
  rifaId: string;
}

export function enqueueRifaJob(
  { jobs }: Pick<Platform, 'jobs'>,
  db: Kysely<DB>,
  name: (typeof DRAW_JOBS)['freezeList' | 'drawRifa' | 'followDraw'],
  rifaId: string,
  startAfter?: Date,
): Promise<void> {
  return jobs.enqueue(db, name, { rifaId } satisfies RifaJob, startAfter && { startAfter });
}
