import { brasiliaDate, foretellExtraction } from '@mare/domain/draws/lottery-calendar.ts';
import type { JobDefinition } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { DRAW_JOBS, enqueueRifaJob, type RifaJob } from '../draw-jobs.ts';
import { fetchLatestExtraction } from '../lottery/fetch-official-result.ts';
import { freezeList } from './freeze-list.ts';
import { sealDraw } from '../seal-draw.ts';

/** Pending orders end within minutes: their holds run out. */
const TRY_AGAIN_MS = 20_000;

/** Freezes a closed rifa's list, then seals it for the extraction of its draw date, if that can be foretold. */
export function freezeListJob(platform: Platform): JobDefinition<RifaJob> {
  return {
    name: DRAW_JOBS.freezeList,
    async handle({ rifaId }) {
      const { db, clock } = platform;
      const frozen = await freezeList(platform, rifaId);
      if (!frozen.ok && frozen.code === 'pending_orders')
        await enqueueRifaJob(
          platform,
          db,
          DRAW_JOBS.freezeList,
          rifaId,
          new Date(clock.now().getTime() + TRY_AGAIN_MS),
        );
      if (frozen.ok) await sealByItself(platform, rifaId);
    },
  };
}

/** Where the number cannot be foretold, an admin is asked for it in the draw room. */
async function sealByItself(platform: Platform, rifaId: string): Promise<void> {
  const known = await fetchLatestExtraction(platform);
  if (!known) return;
  const { drawDate } = await platform.db
    .selectFrom('rifas')
    .select('drawDate')
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  const extractionDate = brasiliaDate(drawDate);
  const extraction = foretellExtraction(known, extractionDate);
  if (extraction === null) return;
  const sealed = await sealDraw(platform, { rifaId, extraction, extractionDate, userId: null, reason: null });
  if (!sealed.ok) platform.log.warn({ rifa: rifaId, code: sealed.code }, 'draw not sealed by itself');
}
